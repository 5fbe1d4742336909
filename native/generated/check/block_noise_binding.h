// Written by `npm run kernels` from src/kernels/declarations/check/block-noise.ts.
#pragma once
#include "block_noise.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, BlockNoiseArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "tones"}, args.tones);
  call.read({2, "deviations"}, args.deviations);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "channels"}, args.channels);
  call.read({6, "channel"}, args.channel);
  call.read({7, "step"}, args.step);
  call.read({8, "max"}, args.max);
  call.read({9, "brightest"}, args.brightest);
}

template <typename S>
static bool fits(const BlockNoiseArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, channels = args.channels, channel = args.channel, step = args.step;
  return areSizes(width, height, channels, step) &&
         channels <= 4 &&
         channel >= 0 &&
         channel <= channels - 1 &&
         row_end <= std::max<int64_t>(height - 20 + step, 0) / step &&
         holds(args.source, {width, height, channels}) &&
         holds(args.tones, {std::max<int64_t>(width - 20 + step, 0) / step, std::max<int64_t>(height - 20 + step, 0) / step}) &&
         holds(args.deviations, {std::max<int64_t>(width - 20 + step, 0) / step, std::max<int64_t>(height - 20 + step, 0) / step});
}

LW_KERNEL(blockNoise) {
  if (call.isU8({0, "source"})) return call.run<BlockNoiseArgs<uint8_t>>(blockNoise);
  return call.run<BlockNoiseArgs<uint16_t>>(blockNoise);
}

}  // namespace lightwell
