// Written by `npm run kernels` from src/kernels/declarations/light/light-cells.ts.
#pragma once
#include "light_cells.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, LightCellsArgs& args) {
  call.read({0, "lumas"}, args.lumas);
  call.read({1, "stops"}, args.stops);
  call.read({2, "logLight"}, args.log_light);
  call.read({3, "trust"}, args.trust);
  call.read({4, "light"}, args.light);
  call.read({5, "width"}, args.width);
  call.read({6, "height"}, args.height);
  call.read({7, "factor"}, args.factor);
}

static bool fits(const LightCellsArgs& args, int row_end) {
  const int64_t lumas = args.lumas.size(), width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         row_end <= (height + factor - 1) / factor &&
         eachHolds(args.lumas, {width, height}) &&
         holds(args.stops, {lumas}) &&
         holds(args.log_light, {4096}) &&
         holds(args.trust, {4096}) &&
         holds(args.light, {(width + factor - 1) / factor, (height + factor - 1) / factor});
}

LW_KERNEL(lightCells) {
  return call.run<LightCellsArgs>(lightCells);
}

}  // namespace lightwell
