// Written by `npm run kernels` from src/kernels/declarations/align/align-accumulate.ts.
#pragma once
#include "align_accumulate.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, AlignAccumulateArgs& args) {
  call.read({0, "template"}, args.template_);
  call.read({1, "blocked"}, args.blocked);
  call.read({2, "templateStride"}, args.template_stride);
  call.read({3, "frame"}, args.frame);
  call.read({4, "frameStride"}, args.frame_stride);
  call.read({5, "spline"}, args.spline);
  call.read({6, "transform"}, args.transform);
  call.read({7, "tiles"}, args.tiles);
  call.read({8, "leastSquare"}, args.least_square);
  call.read({9, "tukey"}, args.tukey);
  call.read({10, "sums"}, args.sums);
}

static bool fits(const AlignAccumulateArgs& args, int row_end) {
  const int64_t template_stride = args.template_stride, frame_stride = args.frame_stride;
  return areSizes(template_stride, frame_stride) &&
         row_end <= kMostSize &&
         holds(args.transform, {9}) &&
         holds(args.tiles, {row_end, 10}) &&
         holds(args.sums, {row_end, 10});
}

LW_KERNEL(alignAccumulate) {
  return call.run<AlignAccumulateArgs>(alignAccumulate);
}

}  // namespace lightwell
