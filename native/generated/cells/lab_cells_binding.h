// Written by `npm run kernels` from src/kernels/declarations/cells/lab-cells.ts.
#pragma once
#include "lab_cells.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, LabCellsArgs& args) {
  call.read({0, "rgb"}, args.rgb);
  call.read({1, "lab"}, args.lab);
  call.read({2, "light"}, args.light);
  call.read({3, "lobe"}, args.lobe);
  call.read({4, "width"}, args.width);
}

static bool fits(const LabCellsArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.rgb, {width, row_end, 3}) &&
         holds(args.lab, {width, row_end, 3}) &&
         holds(args.light, {4096}) &&
         holds(args.lobe, {4096});
}

LW_KERNEL(labCells) {
  return call.run<LabCellsArgs>(labCells);
}

}  // namespace lightwell
