// Written by `npm run kernels` from src/kernels/declarations/cells/green-cells.ts.
#pragma once
#include "green_cells.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, GreenCellsArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "target"}, args.target);
  call.read({2, "clipped"}, args.clipped);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "clipAt"}, args.clip_at);
}

static bool fits(const GreenCellsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.copy, {width, height, 6}) &&
         holds(args.target, {width, height}) &&
         holds(args.clipped, {width, height});
}

LW_KERNEL(greenCells) {
  return call.run<GreenCellsArgs>(greenCells);
}

}  // namespace lightwell
