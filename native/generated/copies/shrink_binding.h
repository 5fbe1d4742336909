// Written by `npm run kernels` from src/kernels/declarations/copies/shrink.ts.
#pragma once
#include "shrink.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, ShrinkArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "channels"}, args.channels);
  call.read({5, "factor"}, args.factor);
}

template <typename S>
static bool fits(const ShrinkArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, channels = args.channels, factor = args.factor;
  return areSizes(width, height, channels, factor) &&
         channels <= 4 &&
         factor <= 64 &&
         row_end <= height / factor &&
         holds(args.source, {width, height, channels}) &&
         holds(args.target, {width / factor, height / factor, channels});
}

LW_KERNEL(shrink) {
  if (call.isU8({0, "source"})) return call.run<ShrinkArgs<uint8_t>>(shrink);
  return call.run<ShrinkArgs<uint16_t>>(shrink);
}

}  // namespace lightwell
