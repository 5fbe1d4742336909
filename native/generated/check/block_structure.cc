// Written by `npm run kernels` from src/kernels/reference/check/block-structure.ts.
#include "block_structure.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, BlockLikenessArgs& args) {
  call.read("copy", args.copy);
  call.read("frames", args.frames);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("stride", args.stride);
  call.read("weights", args.weights);
  call.read("largest", args.largest);
  call.read("likeness", args.likeness);
  call.read("steadying", args.steadying);
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

static napi_value callBlockLikeness(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<BlockLikenessArgs>(blockLikeness);
}
LW_REGISTER(blockLikeness, callBlockLikeness);

static void readArgs(Call& call, BlockStructureArgs& args) {
  call.read("copy", args.copy);
  call.read("frames", args.frames);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("stride", args.stride);
  call.read("facts", args.facts);
  call.read("tellingNorm", args.telling_norm);
  call.read("leastMean", args.least_mean);
  call.read("mostPeak", args.most_peak);
  call.read("contradicting", args.contradicting);
}

static bool fits(const BlockStructureArgs& args, int row_end) {
  const int64_t frames = args.frames.size(), width = args.width, height = args.height, stride = args.stride;
  return areSizes(width, height, stride) &&
         row_end <= std::max<int64_t>(height - 8 + stride, 0) / stride &&
         holds(args.copy, {width, height, 6}) &&
         eachHolds(args.frames, {width, height, 6}) &&
         holds(args.facts, {std::max<int64_t>(width - 8 + stride, 0) / stride, std::max<int64_t>(height - 8 + stride, 0) / stride, 4 + frames});
}

static napi_value callBlockStructure(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<BlockStructureArgs>(blockStructure);
}
LW_REGISTER(blockStructure, callBlockStructure);

}  // namespace lightwell
