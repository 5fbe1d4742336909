// Written by `npm run kernels` from src/kernels/declarations/check/block-structure.ts.
#pragma once
#include "block_structure.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, BlockLikenessArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "frames"}, args.frames);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "stride"}, args.stride);
  call.read({5, "weights"}, args.weights);
  call.read({6, "largest"}, args.largest);
  call.read({7, "likeness"}, args.likeness);
  call.read({8, "steadying"}, args.steadying);
}

static bool fits(const BlockLikenessArgs& args, int row_end) {
  const int64_t frames = args.frames.size(), width = args.width, height = args.height, stride = args.stride;
  return areSizes(width, height, stride) &&
         row_end <= std::max<int64_t>(height - 8 + stride, 0) / stride &&
         holds(args.copy, {width, height, 6}) &&
         eachHolds(args.frames, {width, height, 6}) &&
         holds(args.weights, {std::max<int64_t>(width - 8 + stride, 0) / stride, std::max<int64_t>(height - 8 + stride, 0) / stride, frames}) &&
         holds(args.largest, {std::max<int64_t>(width - 8 + stride, 0) / stride, std::max<int64_t>(height - 8 + stride, 0) / stride}) &&
         holds(args.likeness, {std::max<int64_t>(width - 8 + stride, 0) / stride, std::max<int64_t>(height - 8 + stride, 0) / stride});
}

LW_KERNEL(blockLikeness) {
  return call.run<BlockLikenessArgs>(blockLikeness);
}

static void readArgs(Call& call, BlockStructureArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "frames"}, args.frames);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "stride"}, args.stride);
  call.read({5, "facts"}, args.facts);
  call.read({6, "tellingNorm"}, args.telling_norm);
  call.read({7, "leastMean"}, args.least_mean);
  call.read({8, "mostPeak"}, args.most_peak);
  call.read({9, "contradicting"}, args.contradicting);
}

static bool fits(const BlockStructureArgs& args, int row_end) {
  const int64_t frames = args.frames.size(), width = args.width, height = args.height, stride = args.stride;
  return areSizes(width, height, stride) &&
         row_end <= std::max<int64_t>(height - 8 + stride, 0) / stride &&
         holds(args.copy, {width, height, 6}) &&
         eachHolds(args.frames, {width, height, 6}) &&
         holds(args.facts, {std::max<int64_t>(width - 8 + stride, 0) / stride, std::max<int64_t>(height - 8 + stride, 0) / stride, 4 + frames});
}

LW_KERNEL(blockStructure) {
  return call.run<BlockStructureArgs>(blockStructure);
}

}  // namespace lightwell
