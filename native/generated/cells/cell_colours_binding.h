// Written by `npm run kernels` from src/kernels/declarations/cells/cell-colours.ts.
#pragma once
#include "cell_colours.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, CellColoursArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
}

static bool fits(const CellColoursArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.copy, {width, row_end, 6}) &&
         holds(args.target, {width, row_end, 3});
}

LW_KERNEL(cellColours) {
  return call.run<CellColoursArgs>(cellColours);
}

static void readArgs(Call& call, CellLumaArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
}

static bool fits(const CellLumaArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.copy, {width, row_end, 6}) &&
         holds(args.target, {width, row_end});
}

LW_KERNEL(cellLuma) {
  return call.run<CellLumaArgs>(cellLuma);
}

static void readArgs(Call& call, ColouredCellsArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
}

static bool fits(const ColouredCellsArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.source, {width, row_end, 3}) &&
         holds(args.target, {width, row_end, 6});
}

LW_KERNEL(colouredCells) {
  return call.run<ColouredCellsArgs>(colouredCells);
}

}  // namespace lightwell
