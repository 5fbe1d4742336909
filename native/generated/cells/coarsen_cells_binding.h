// Written by `npm run kernels` from src/kernels/declarations/cells/coarsen-cells.ts.
#pragma once
#include "coarsen_cells.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, CoarsenCellsArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "target"}, args.target);
  call.read({2, "spreads"}, args.spreads);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "factor"}, args.factor);
}

static bool fits(const CoarsenCellsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         width >= factor &&
         height >= factor &&
         factor <= 64 &&
         row_end <= height / factor &&
         holds(args.copy, {width, height, 6}) &&
         holds(args.target, {width / factor, height / factor, 6}) &&
         holds(args.spreads, {width / factor, height / factor});
}

LW_KERNEL(coarsenCells) {
  return call.run<CoarsenCellsArgs>(coarsenCells);
}

}  // namespace lightwell
