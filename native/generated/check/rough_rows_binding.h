// Written by `npm run kernels` from src/kernels/declarations/check/rough-rows.ts.
#pragma once
#include "rough_rows.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, RoughRowsArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "found"}, args.found);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "lag"}, args.lag);
  call.read({5, "rowLag"}, args.row_lag);
  call.read({6, "step"}, args.step);
  call.read({7, "stride"}, args.stride);
  call.read({8, "far"}, args.far);
  call.read({9, "near"}, args.near);
}

template <typename S>
static bool fits(const RoughRowsArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, lag = args.lag, row_lag = args.row_lag, step = args.step, stride = args.stride, far = args.far, near = args.near;
  return areSizes(width, height, row_lag, step, stride) &&
         lag >= 1 &&
         lag <= width - 1 &&
         far >= 0 &&
         near >= 0 &&
         row_end <= height &&
         holds(args.source, {width, height}) &&
         holds(args.found, {height, 19});
}

LW_KERNEL(roughRows) {
  if (call.isU8({0, "source"})) return call.run<RoughRowsArgs<uint8_t>>(roughRows);
  return call.run<RoughRowsArgs<uint16_t>>(roughRows);
}

}  // namespace lightwell
