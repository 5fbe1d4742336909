// Written by `npm run kernels` from src/kernels/declarations/check/edge-detail.ts.
#pragma once
#include "edge_detail.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, EdgeDetailArgs& args) {
  call.read({0, "luma"}, args.luma);
  call.read({1, "rgb"}, args.rgb);
  call.read({2, "fine"}, args.fine);
  call.read({3, "otherLuma"}, args.other_luma);
  call.read({4, "otherRgb"}, args.other_rgb);
  call.read({5, "otherFine"}, args.other_fine);
  call.read({6, "shares"}, args.shares);
  call.read({7, "otherShares"}, args.other_shares);
  call.read({8, "counts"}, args.counts);
  call.read({9, "width"}, args.width);
  call.read({10, "height"}, args.height);
  call.read({11, "leastStep"}, args.least_step);
  call.read({12, "darkest"}, args.darkest);
  call.read({13, "brightest"}, args.brightest);
  call.read({14, "offset"}, args.offset);
  call.read({15, "leastDetail"}, args.least_detail);
}

static bool fits(const EdgeDetailArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= 1 &&
         holds(args.luma, {width, height}) &&
         holds(args.rgb, {width, height, 3}) &&
         holds(args.fine, {width, height}) &&
         holds(args.other_luma, {width, height}) &&
         holds(args.other_rgb, {width, height, 3}) &&
         holds(args.other_fine, {width, height}) &&
         holds(args.shares, {width, height}) &&
         holds(args.other_shares, {width, height}) &&
         holds(args.counts, {1});
}

LW_KERNEL(edgeDetail) {
  return call.run<EdgeDetailArgs>(edgeDetail);
}

}  // namespace lightwell
