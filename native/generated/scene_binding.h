// Written by `npm run kernels` from src/kernels/declarations/scene.ts.
#pragma once
#include "scene.h"

#include <algorithm>

#include "../binding.h"

namespace lightwell {

static void readArgs(Call& call, ConvolveArgs& args) {
  call.read({0, "fine"}, args.fine);
  if (call.given({1, "coarse"})) call.read({1, "coarse"}, args.coarse);
  call.read({2, "weights"}, args.weights);
  call.read({3, "bias"}, args.bias);
  call.read({4, "factors"}, args.factors);
  call.read({5, "target"}, args.target);
  call.read({6, "fineWidth"}, args.fine_width);
  call.read({7, "fineHeight"}, args.fine_height);
  call.read({8, "fineChannels"}, args.fine_channels);
  if (call.given({9, "coarseWidth"})) call.read({9, "coarseWidth"}, args.coarse_width);
  if (call.given({10, "coarseHeight"})) call.read({10, "coarseHeight"}, args.coarse_height);
  if (call.given({11, "coarseChannels"})) call.read({11, "coarseChannels"}, args.coarse_channels);
  call.read({12, "outChannels"}, args.out_channels);
  call.read({13, "side"}, args.side);
  call.read({14, "stride"}, args.stride);
  call.read({15, "wrapX"}, args.wrap_x);
  call.read({16, "shift"}, args.shift);
  call.read({17, "zero"}, args.zero);
}

static bool fits(const ConvolveArgs& args, int row_end) {
  const int64_t fine_width = args.fine_width, fine_height = args.fine_height, fine_channels = args.fine_channels, coarse_width = args.coarse_width, coarse_height = args.coarse_height, coarse_channels = args.coarse_channels, out_channels = args.out_channels, side = args.side, stride = args.stride, shift = args.shift, zero = args.zero;
  return areSizes(fine_width, fine_height, fine_channels, out_channels) &&
         fine_channels <= 1024 - coarse_channels &&
         coarse_width >= 0 &&
         coarse_width <= 67108864 &&
         coarse_height >= 0 &&
         coarse_height <= 67108864 &&
         coarse_channels >= 0 &&
         coarse_channels <= 1024 &&
         out_channels <= 1024 &&
         (side == 1 || side == 3) &&
         (stride == 1 || stride == 2) &&
         shift >= 1 &&
         shift <= 62 &&
         zero >= 0 &&
         zero <= 255 &&
         row_end <= (fine_height + stride - 1) / stride &&
         holds(args.fine, {fine_width, fine_height, fine_channels}) &&
         (args.coarse.length == 0 || holds(args.coarse, {coarse_width, coarse_height, coarse_channels})) &&
         holds(args.weights, {out_channels, side, side, fine_channels + coarse_channels}) &&
         holds(args.bias, {out_channels}) &&
         holds(args.factors, {out_channels}) &&
         holds(args.target, {(fine_width + stride - 1) / stride, (fine_height + stride - 1) / stride, out_channels});
}

LW_KERNEL(convolve) {
  return call.run<ConvolveArgs>(convolve);
}

}  // namespace lightwell
