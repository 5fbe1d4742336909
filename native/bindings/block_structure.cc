#include "../kernels/check/block_structure.h"

#include "../binding.h"

namespace lightwell {

static napi_value callBlockStructure(napi_env env, napi_callback_info info) {
  Call call(env, info);
  BlockStructureArgs args{};
  args.copy = call.u16("copy");
  for (int i = 0; i < call.listLength("frames"); i++) args.frames.push_back(call.listU16("frames", i));
  args.width = call.integer("width");
  args.height = call.integer("height");
  args.stride = call.integer("stride");
  args.facts = call.f64("facts");
  args.telling_norm = call.number("tellingNorm");
  args.least_mean = call.number("leastMean");
  args.most_peak = call.number("mostPeak");
  args.contradicting = call.number("contradicting");
  if (call.failed()) return nullptr;
  return call.finish(blockStructure(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(blockStructure, callBlockStructure);

static napi_value callBlockLikeness(napi_env env, napi_callback_info info) {
  Call call(env, info);
  BlockLikenessArgs args{};
  args.copy = call.u16("copy");
  for (int i = 0; i < call.listLength("frames"); i++) args.frames.push_back(call.listU16("frames", i));
  args.width = call.integer("width");
  args.height = call.integer("height");
  args.stride = call.integer("stride");
  args.weights = call.f64("weights");
  args.largest = call.f64("largest");
  args.likeness = call.f64("likeness");
  args.steadying = call.number("steadying");
  if (call.failed()) return nullptr;
  return call.finish(blockLikeness(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(blockLikeness, callBlockLikeness);

}  // namespace lightwell
