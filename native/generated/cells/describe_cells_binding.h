// Written by `npm run kernels` from src/kernels/declarations/cells/describe-cells.ts.
#pragma once
#include "describe_cells.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, DescribeCellsArgs& args) {
  call.read({0, "cells"}, args.cells);
  call.read({1, "spreads"}, args.spreads);
  call.read({2, "rgb"}, args.rgb);
  call.read({3, "luma"}, args.luma);
  call.read({4, "detail"}, args.detail);
  call.read({5, "fine"}, args.fine);
  call.read({6, "width"}, args.width);
  call.read({7, "perSample"}, args.per_sample);
  call.read({8, "offset"}, args.offset);
}

static bool fits(const DescribeCellsArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.cells, {width, row_end, 6}) &&
         holds(args.spreads, {width, row_end}) &&
         holds(args.rgb, {width, row_end, 3}) &&
         holds(args.luma, {width, row_end}) &&
         holds(args.detail, {width, row_end}) &&
         holds(args.fine, {width, row_end});
}

LW_KERNEL(describeCells) {
  return call.run<DescribeCellsArgs>(describeCells);
}

}  // namespace lightwell
