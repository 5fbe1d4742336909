// Written by `npm run kernels` from src/kernels/declarations/check/far-colours.ts.
#pragma once
#include "far_colours.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, FarColoursArgs& args) {
  call.read({0, "lab"}, args.lab);
  call.read({1, "expected"}, args.expected);
  call.read({2, "labs"}, args.labs);
  call.read({3, "rgbs"}, args.rgbs);
  call.read({4, "lumas"}, args.lumas);
  call.read({5, "distances"}, args.distances);
  call.read({6, "far"}, args.far);
  call.read({7, "foreign"}, args.foreign);
  call.read({8, "width"}, args.width);
  call.read({9, "foreignFrom"}, args.foreign_from);
  call.read({10, "leastRatio"}, args.least_ratio);
  call.read({11, "mostRatio"}, args.most_ratio);
  call.read({12, "darkest"}, args.darkest);
  call.read({13, "brightest"}, args.brightest);
}

static bool fits(const FarColoursArgs& args, int row_end) {
  const int64_t labs = args.labs.size(), width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.lab, {width, row_end, 3}) &&
         holds(args.expected, {width, row_end, 3}) &&
         eachHolds(args.labs, {width, row_end, 3}) &&
         int64_t(args.rgbs.size()) == labs &&
         eachHolds(args.rgbs, {width, row_end, 3}) &&
         int64_t(args.lumas.size()) == labs &&
         eachHolds(args.lumas, {width, row_end}) &&
         holds(args.distances, {width, row_end}) &&
         holds(args.far, {row_end}) &&
         holds(args.foreign, {row_end});
}

LW_KERNEL(farColours) {
  return call.run<FarColoursArgs>(farColours);
}

}  // namespace lightwell
