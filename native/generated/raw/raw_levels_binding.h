// Written by `npm run kernels` from src/kernels/declarations/raw/raw-levels.ts.
#pragma once
#include "raw_levels.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, RawLevelsArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "levels"}, args.levels);
  call.read({3, "scales"}, args.scales);
  call.read({4, "columns"}, args.columns);
  call.read({5, "rows"}, args.rows);
  call.read({6, "width"}, args.width);
  call.read({7, "height"}, args.height);
  call.read({8, "samples"}, args.samples);
  call.read({9, "cellWidth"}, args.cell_width);
  call.read({10, "cellHeight"}, args.cell_height);
  call.read({11, "pedestal"}, args.pedestal);
}

static bool fits(const RawLevelsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, samples = args.samples, cell_width = args.cell_width, cell_height = args.cell_height;
  return areSizes(width, height, cell_width, cell_height) &&
         (samples == 1 || samples == 3) &&
         row_end <= height &&
         holds(args.source, {width, height, samples}) &&
         holds(args.target, {width, height, samples}) &&
         holds(args.levels, {cell_width, cell_height, samples}) &&
         holds(args.scales, {cell_width, cell_height, samples}) &&
         holds(args.columns, {width}) &&
         holds(args.rows, {height});
}

LW_KERNEL(rawLevels) {
  return call.run<RawLevelsArgs>(rawLevels);
}

}  // namespace lightwell
