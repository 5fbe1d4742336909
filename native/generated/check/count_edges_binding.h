// Written by `npm run kernels` from src/kernels/declarations/check/count-edges.ts.
#pragma once
#include "count_edges.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, CountEdgesArgs& args) {
  call.read({0, "picture"}, args.picture);
  call.read({1, "plain"}, args.plain);
  call.read({2, "frames"}, args.frames);
  call.read({3, "counts"}, args.counts);
  call.read({4, "width"}, args.width);
  call.read({5, "height"}, args.height);
  call.read({6, "down"}, args.down);
  call.read({7, "reach"}, args.reach);
  call.read({8, "leastStep"}, args.least_step);
  call.read({9, "shownShare"}, args.shown_share);
  call.read({10, "rampShare"}, args.ramp_share);
  call.read({11, "leastRun"}, args.least_run);
}

static bool fits(const CountEdgesArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, reach = args.reach, least_run = args.least_run;
  return areSizes(width, height, reach, least_run) &&
         row_end <= 1 &&
         holds(args.picture, {width, height}) &&
         holds(args.plain, {width, height}) &&
         eachHolds(args.frames, {width, height}) &&
         holds(args.counts, {1});
}

LW_KERNEL(countEdges) {
  return call.run<CountEdgesArgs>(countEdges);
}

}  // namespace lightwell
