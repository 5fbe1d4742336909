// Written by `npm run kernels` from src/kernels/declarations/align/align-feature.ts.
#pragma once
#include "align_feature.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, AlignFeatureArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "radius"}, args.radius);
}

static bool fits(const AlignFeatureArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, radius = args.radius;
  return areSizes(width, height, radius) &&
         radius <= 32 &&
         row_end <= height &&
         holds(args.source, {width, height}) &&
         holds(args.target, {width, height});
}

LW_KERNEL(alignFeature) {
  return call.run<AlignFeatureArgs>(alignFeature);
}

}  // namespace lightwell
