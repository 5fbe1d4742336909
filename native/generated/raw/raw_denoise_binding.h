// Written by `npm run kernels` from src/kernels/declarations/raw/raw-denoise.ts.
#pragma once
#include "raw_denoise.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, RawDenoiseArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "floor"}, args.floor);
  call.read({5, "lumaReach"}, args.luma_reach);
  call.read({6, "chromaReach"}, args.chroma_reach);
  call.read({7, "lumaShare"}, args.luma_share);
}

static bool fits(const RawDenoiseArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3});
}

LW_KERNEL(rawDenoise) {
  return call.run<RawDenoiseArgs>(rawDenoise);
}

}  // namespace lightwell
