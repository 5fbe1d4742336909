// Written by `npm run kernels` from src/kernels/declarations/light/guided-filter.ts.
#pragma once
#include "guided_filter.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, GuidedFilterArgs& args) {
  call.read({0, "guide"}, args.guide);
  call.read({1, "planes"}, args.planes);
  call.read({2, "coefficients"}, args.coefficients);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "radius"}, args.radius);
  call.read({6, "epsilon"}, args.epsilon);
}

static bool fits(const GuidedFilterArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, radius = args.radius;
  return areSizes(width, height) &&
         radius >= 0 &&
         row_end <= kMostSize &&
         holds(args.guide, {width, height}) &&
         holds(args.planes, {width, height, row_end}) &&
         holds(args.coefficients, {width, height, row_end, 2});
}

LW_KERNEL(guidedFilter) {
  return call.run<GuidedFilterArgs>(guidedFilter);
}

}  // namespace lightwell
