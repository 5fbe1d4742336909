// Written by `npm run kernels` from src/kernels/declarations/copies/luma-copies.ts.
#pragma once
#include "luma_copies.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, LumaCopiesArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "fine"}, args.fine);
  call.read({2, "luma"}, args.luma);
  call.read({3, "peak"}, args.peak);
  call.read({4, "width"}, args.width);
  call.read({5, "height"}, args.height);
  call.read({6, "factor"}, args.factor);
  call.read({7, "coarsening"}, args.coarsening);
}

template <typename S>
static bool fits(const LumaCopiesArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, factor = args.factor, coarsening = args.coarsening;
  return areSizes(width, height, factor) &&
         factor <= 64 &&
         (coarsening == 1 || coarsening == 2) &&
         row_end <= (height / factor + coarsening - 1) / coarsening &&
         holds(args.source, {width, height, 3}) &&
         holds(args.fine, {width / factor, height / factor}) &&
         holds(args.luma, {width / factor / coarsening, height / factor / coarsening}) &&
         holds(args.peak, {width / factor / coarsening, height / factor / coarsening});
}

LW_KERNEL(lumaCopies) {
  if (call.isU8({0, "source"})) return call.run<LumaCopiesArgs<uint8_t>>(lumaCopies);
  return call.run<LumaCopiesArgs<uint16_t>>(lumaCopies);
}

}  // namespace lightwell
