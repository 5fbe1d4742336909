// Written by `npm run kernels` from src/kernels/declarations/deghost/deghost-compare.ts.
#pragma once
#include "deghost_compare.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, DeghostCompareArgs& args) {
  call.read({0, "dark"}, args.dark);
  call.read({1, "bright"}, args.bright);
  call.read({2, "up"}, args.up);
  call.read({3, "down"}, args.down);
  call.read({4, "tolerances"}, args.tolerances);
  call.read({5, "slack"}, args.slack);
  call.read({6, "clippingSlack"}, args.clipping_slack);
  call.read({7, "forgiving"}, args.forgiving);
  call.read({8, "target"}, args.target);
  call.read({9, "width"}, args.width);
  call.read({10, "height"}, args.height);
  call.read({11, "wrapX"}, args.wrap_x);
}

static bool fits(const DeghostCompareArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.dark, {width, height, 6}) &&
         holds(args.bright, {width, height, 6}) &&
         holds(args.up, {4, 1025}) &&
         holds(args.down, {4, 1025}) &&
         holds(args.tolerances, {4, 16}) &&
         holds(args.target, {width, height});
}

LW_KERNEL(deghostCompare) {
  return call.run<DeghostCompareArgs>(deghostCompare);
}

}  // namespace lightwell
