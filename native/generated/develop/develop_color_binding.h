// Written by `npm run kernels` from src/kernels/declarations/develop/develop-color.ts.
#pragma once
#include "develop_color.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, DevelopColorArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "curve"}, args.curve);
  call.read({3, "matrix"}, args.matrix);
  call.read({4, "clip"}, args.clip);
  call.read({5, "width"}, args.width);
  call.read({6, "height"}, args.height);
  call.read({7, "start"}, args.start);
  call.read({8, "stepX"}, args.step_x);
  call.read({9, "stepY"}, args.step_y);
}

static bool fits(const DevelopColorArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.target, {width, height, 3}) &&
         holds(args.curve, {65536}) &&
         holds(args.matrix, {9}) &&
         holds(args.clip, {3});
}

LW_KERNEL(developColor) {
  return call.run<DevelopColorArgs>(developColor);
}

}  // namespace lightwell
