// Written by `npm run kernels` from src/kernels/declarations/check/count-steps.ts.
#pragma once
#include "count_steps.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, CountStepsArgs& args) {
  call.read({0, "picture"}, args.picture);
  call.read({1, "frames"}, args.frames);
  call.read({2, "reversed"}, args.reversed);
  call.read({3, "grown"}, args.grown);
  call.read({4, "width"}, args.width);
  call.read({5, "height"}, args.height);
  call.read({6, "apart"}, args.apart);
  call.read({7, "leastStep"}, args.least_step);
  call.read({8, "plainStep"}, args.plain_step);
  call.read({9, "grownBy"}, args.grown_by);
  call.read({10, "grownStep"}, args.grown_step);
}

static bool fits(const CountStepsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, apart = args.apart;
  return areSizes(width, height, apart) &&
         row_end <= height &&
         holds(args.picture, {width, height}) &&
         eachHolds(args.frames, {width, height}) &&
         holds(args.reversed, {height}) &&
         holds(args.grown, {height});
}

LW_KERNEL(countSteps) {
  return call.run<CountStepsArgs>(countSteps);
}

}  // namespace lightwell
