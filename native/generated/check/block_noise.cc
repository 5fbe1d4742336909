// Written by `npm run kernels` from src/kernels/reference/check/block-noise.ts.
#include "block_noise.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, BlockNoiseArgs<S>& args) {
  call.read("source", args.source);
  call.read("tones", args.tones);
  call.read("deviations", args.deviations);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("channels", args.channels);
  call.read("channel", args.channel);
  call.read("step", args.step);
  call.read("max", args.max);
  call.read("brightest", args.brightest);
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

static napi_value callBlockNoise(napi_env env, napi_callback_info info) {
  Call call(env, info);
  if (call.isU8("source")) return call.run<BlockNoiseArgs<uint8_t>>(blockNoise);
  return call.run<BlockNoiseArgs<uint16_t>>(blockNoise);
}
LW_REGISTER(blockNoise, callBlockNoise);

}  // namespace lightwell
