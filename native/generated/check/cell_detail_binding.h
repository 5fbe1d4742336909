// Written by `npm run kernels` from src/kernels/declarations/check/cell-detail.ts.
#pragma once
#include "cell_detail.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, CellDetailArgs& args) {
  call.read({0, "luma"}, args.luma);
  call.read({1, "fine"}, args.fine);
  call.read({2, "detail"}, args.detail);
  call.read({3, "lumas"}, args.lumas);
  call.read({4, "fines"}, args.fines);
  call.read({5, "details"}, args.details);
  call.read({6, "specks"}, args.specks);
  call.read({7, "grains"}, args.grains);
  call.read({8, "counts"}, args.counts);
  call.read({9, "width"}, args.width);
  call.read({10, "offset"}, args.offset);
  call.read({11, "darkest"}, args.darkest);
  call.read({12, "brightest"}, args.brightest);
  call.read({13, "timesDetail"}, args.times_detail);
  call.read({14, "plusDetail"}, args.plus_detail);
  call.read({15, "flat"}, args.flat);
  call.read({16, "leastGrain"}, args.least_grain);
  call.read({17, "evenSpread"}, args.even_spread);
  call.read({18, "grainSpread"}, args.grain_spread);
}

static bool fits(const CellDetailArgs& args, int row_end) {
  const int64_t lumas = args.lumas.size(), width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.luma, {width, row_end}) &&
         holds(args.fine, {width, row_end}) &&
         holds(args.detail, {width, row_end}) &&
         eachHolds(args.lumas, {width, row_end}) &&
         int64_t(args.fines.size()) == lumas &&
         eachHolds(args.fines, {width, row_end}) &&
         int64_t(args.details.size()) == lumas &&
         eachHolds(args.details, {width, row_end}) &&
         holds(args.specks, {width, row_end}) &&
         holds(args.grains, {width, row_end}) &&
         holds(args.counts, {row_end});
}

LW_KERNEL(cellDetail) {
  return call.run<CellDetailArgs>(cellDetail);
}

}  // namespace lightwell
