// Written by `npm run kernels` from src/kernels/declarations/copies/reduce-planes.ts.
#pragma once
#include "reduce_planes.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, ReducePlanesArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "planes"}, args.planes);
}

static bool fits(const ReducePlanesArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, planes = args.planes;
  return areSizes(width, height, planes) &&
         row_end <= (height + 1) / 2 * planes &&
         holds(args.source, {width, height, planes}) &&
         holds(args.target, {(width + 1) / 2, (height + 1) / 2, planes});
}

LW_KERNEL(reducePlanes) {
  return call.run<ReducePlanesArgs>(reducePlanes);
}

}  // namespace lightwell
