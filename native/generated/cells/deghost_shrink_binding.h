// Written by `npm run kernels` from src/kernels/declarations/cells/deghost-shrink.ts.
#pragma once
#include "deghost_shrink.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, DeghostShrinkArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "factor"}, args.factor);
}

template <typename S>
static bool fits(const DeghostShrinkArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         width >= factor &&
         height >= factor &&
         factor <= 64 &&
         row_end <= height / factor &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width / factor, height / factor, 6});
}

LW_KERNEL(deghostShrink) {
  if (call.isU8({0, "source"})) return call.run<DeghostShrinkArgs<uint8_t>>(deghostShrink);
  return call.run<DeghostShrinkArgs<uint16_t>>(deghostShrink);
}

}  // namespace lightwell
