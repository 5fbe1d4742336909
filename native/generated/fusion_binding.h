// Written by `npm run kernels` from src/kernels/declarations/fusion.ts.
#pragma once
#include "fusion.h"

#include <algorithm>

#include "../binding.h"

namespace lightwell {

static void readArgs(Call& call, FusionCollapseArgs& args) {
  call.read({0, "levels"}, args.levels);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "depth"}, args.depth);
}

static bool fits(const FusionCollapseArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, depth = args.depth;
  return areSizes(width, height) &&
         depth >= 0 &&
         depth <= 32 &&
         row_end <= 3 &&
         eachHolds(args.levels, {width, height, 4}) &&
         holds(args.target, {width, height, 3});
}

LW_KERNEL(fusionCollapse) {
  return call.run<FusionCollapseArgs>(fusionCollapse);
}

static void readArgs(Call& call, FusionExpandArgs& args) {
  call.read({0, "frames"}, args.frames);
  call.read({1, "width"}, args.width);
  call.read({2, "height"}, args.height);
  call.read({3, "levels"}, args.levels);
  call.read({4, "contrastWeight"}, args.contrast_weight);
  call.read({5, "saturationWeight"}, args.saturation_weight);
  call.read({6, "exposednessWeight"}, args.exposedness_weight);
  if (call.given({7, "stored"})) call.read({7, "stored"}, args.stored);
  if (call.given({8, "result"})) call.read({8, "result"}, args.result);
  call.read({9, "target"}, args.target);
}

static bool fits(const FusionExpandArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, levels = args.levels;
  return areSizes(width, height) &&
         levels >= 0 &&
         levels <= 3 &&
         row_end <= height &&
         eachHolds(args.frames, {width, height, 3}) &&
         holds(args.target, {width, height, 3});
}

LW_KERNEL(fusionExpand) {
  return call.run<FusionExpandArgs>(fusionExpand);
}

static void readArgs(Call& call, FusionReduceArgs& args) {
  call.read({0, "frames"}, args.frames);
  call.read({1, "width"}, args.width);
  call.read({2, "height"}, args.height);
  call.read({3, "levels"}, args.levels);
  call.read({4, "contrastWeight"}, args.contrast_weight);
  call.read({5, "saturationWeight"}, args.saturation_weight);
  call.read({6, "exposednessWeight"}, args.exposedness_weight);
  call.read({7, "targets"}, args.targets);
}

static bool fits(const FusionReduceArgs& args, int row_end) {
  const int64_t frames = args.frames.size(), width = args.width, height = args.height, levels = args.levels;
  return areSizes(width, height) &&
         levels >= 0 &&
         levels <= 3 &&
         row_end <= kMaxSize &&
         eachHolds(args.frames, {width, height, 3}) &&
         int64_t(args.targets.size()) == frames;
}

LW_KERNEL(fusionReduce) {
  return call.run<FusionReduceArgs>(fusionReduce);
}

}  // namespace lightwell
