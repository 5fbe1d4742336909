// Written by `npm run kernels` from src/kernels/declarations/check/count-jumps.ts.
#pragma once
#include "count_jumps.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, CountJumpsArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "frames"}, args.frames);
  call.read({2, "counts"}, args.counts);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "skip"}, args.skip);
  call.read({6, "leastJump"}, args.least_jump);
  call.read({7, "timesJump"}, args.times_jump);
  call.read({8, "floor"}, args.floor);
}

static bool fits(const CountJumpsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, skip = args.skip;
  return areSizes(width, height) &&
         (skip == 1 || skip == 2 || skip == 4) &&
         row_end <= (height + 3) / 4 &&
         holds(args.copy, {width, height, 6}) &&
         eachHolds(args.frames, {width, height, 6}) &&
         holds(args.counts, {(width + 3) / 4, (height + 3) / 4});
}

LW_KERNEL(countJumps) {
  return call.run<CountJumpsArgs>(countJumps);
}

}  // namespace lightwell
