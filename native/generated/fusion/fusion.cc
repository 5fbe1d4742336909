// Written by `npm run kernels` from src/kernels/reference/fusion/fusion.ts.
#include "fusion.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, FusionCollapseArgs& args) {
  call.read("levels", args.levels);
  call.read("target", args.target);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("depth", args.depth);
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

static napi_value callFusionCollapse(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<FusionCollapseArgs>(fusionCollapse);
}
LW_REGISTER(fusionCollapse, callFusionCollapse);

static void readArgs(Call& call, FusionExpandArgs& args) {
  call.read("frames", args.frames);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("levels", args.levels);
  if (call.given("structure")) call.read("structure", args.structure);
  if (call.given("mapWidth")) call.read("mapWidth", args.map_width);
  if (call.given("mapHeight")) call.read("mapHeight", args.map_height);
  if (call.given("mapFactor")) call.read("mapFactor", args.map_factor);
  call.read("contrastWeight", args.contrast_weight);
  call.read("saturationWeight", args.saturation_weight);
  call.read("exposednessWeight", args.exposedness_weight);
  if (call.given("stored")) call.read("stored", args.stored);
  if (call.given("result")) call.read("result", args.result);
  call.read("target", args.target);
  call.read("headroom", args.headroom);
}

static bool fits(const FusionExpandArgs& args, int row_end) {
  const int64_t frames = args.frames.size(), width = args.width, height = args.height, levels = args.levels;
  return areSizes(width, height) &&
         levels >= 0 &&
         levels <= 3 &&
         (args.headroom == 0 || args.headroom == 0.5) &&
         row_end <= height &&
         eachHolds(args.frames, {width, height, 3}) &&
         (args.structure.empty() || (int64_t(args.structure.size()) == frames)) &&
         holds(args.target, {width, height, 3});
}

static napi_value callFusionExpand(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<FusionExpandArgs>(fusionExpand);
}
LW_REGISTER(fusionExpand, callFusionExpand);

static void readArgs(Call& call, FusionReduceArgs& args) {
  call.read("frames", args.frames);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("levels", args.levels);
  if (call.given("structure")) call.read("structure", args.structure);
  if (call.given("mapWidth")) call.read("mapWidth", args.map_width);
  if (call.given("mapHeight")) call.read("mapHeight", args.map_height);
  if (call.given("mapFactor")) call.read("mapFactor", args.map_factor);
  call.read("contrastWeight", args.contrast_weight);
  call.read("saturationWeight", args.saturation_weight);
  call.read("exposednessWeight", args.exposedness_weight);
  call.read("targets", args.targets);
}

static bool fits(const FusionReduceArgs& args, int row_end) {
  const int64_t frames = args.frames.size(), width = args.width, height = args.height, levels = args.levels;
  return areSizes(width, height) &&
         levels >= 0 &&
         levels <= 3 &&
         row_end <= kMostSize &&
         eachHolds(args.frames, {width, height, 3}) &&
         (args.structure.empty() || (int64_t(args.structure.size()) == frames)) &&
         int64_t(args.targets.size()) == frames;
}

static napi_value callFusionReduce(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<FusionReduceArgs>(fusionReduce);
}
LW_REGISTER(fusionReduce, callFusionReduce);

}  // namespace lightwell
