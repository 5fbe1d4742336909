#include "../binding.h"
#include "../kernels/fusion_blend.h"
#include "../kernels/fusion_expand.h"
#include "../kernels/fusion_reduce.h"
#include "../kernels/reduce_planes.h"

namespace lightwell {

// Every frame must hold the whole picture; the kernels index it without further checks.
static std::vector<FusionFrame> readFrames(Call& call, const char* name, size_t samples, bool* fits) {
  std::vector<FusionFrame> frames(call.listLength(name));
  *fits = !frames.empty();
  for (size_t i = 0; i < frames.size(); i++) {
    const int index = static_cast<int>(i);
    if (call.listItemIsU8(name, index)) {
      frames[i].u8 = call.listU8(name, index);
    } else {
      frames[i].u16 = call.listU16(name, index);
    }
    *fits = *fits && frames[i].u8.length + frames[i].u16.length >= samples;
  }
  return frames;
}

static std::vector<View<uint16_t>> readLevels(Call& call, const char* name) {
  std::vector<View<uint16_t>> levels(call.listLength(name));
  for (size_t i = 0; i < levels.size(); i++) levels[i] = call.listU16(name, static_cast<int>(i));
  return levels;
}

static FusionWeights readWeights(Call& call, int frames, bool* fits) {
  FusionWeights weights{static_cast<float>(call.number("contrastWeight")), static_cast<float>(call.number("saturationWeight")),
                        static_cast<float>(call.number("exposednessWeight")), {}, 0, 0, 0};
  if (call.absent("structure")) return weights;
  weights.map_width = call.integer("mapWidth");
  weights.map_height = call.integer("mapHeight");
  weights.map_factor = call.integer("mapFactor");
  *fits = *fits && call.listLength("structure") == frames && weights.map_factor >= 1 && weights.map_width >= 1 && weights.map_height >= 1;
  for (int i = 0; *fits && i < frames; i++) {
    weights.structure.push_back(call.listF32("structure", i));
    *fits = weights.structure.back().length >= size_t(weights.map_width) * weights.map_height;
  }
  return weights;
}

static napi_value callFusionReduce(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const int width = call.integer("width"), height = call.integer("height");
  bool fits = false;
  const auto frames = readFrames(call, "frames", size_t(width) * height * 3, &fits);
  const auto weights = readWeights(call, static_cast<int>(frames.size()), &fits);
  const FusionReduceArgs args{frames, readLevels(call, "targets"), width, height, weights};
  if (call.failed()) return nullptr;
  return call.finish(fits ? fusionReduce(args, call.rowBegin(), call.rowEnd(), call.cancel()) : Status::kBadArguments);
}
LW_REGISTER(fusionReduce, callFusionReduce);

static napi_value callReducePlanes(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const ReducePlanesArgs args{call.u16("source"), call.u16("target"), call.integer("width"), call.integer("height"),
                              call.integer("planes")};
  if (call.failed()) return nullptr;
  return call.finish(reducePlanes(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(reducePlanes, callReducePlanes);

static napi_value callFusionBlend(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const auto levels = readLevels(call, "levels");
  const auto coarser = readLevels(call, "coarser");
  const FusionBlendArgs args{levels, coarser, call.i16("target"), coarser.empty() ? View<int16_t>{} : call.i16("coarserTarget"),
                             call.integer("width"), call.integer("height")};
  if (call.failed()) return nullptr;
  return call.finish(fusionBlend(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(fusionBlend, callFusionBlend);

static napi_value callFusionExpand(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const int width = call.integer("width"), height = call.integer("height"), levels = call.integer("levels");
  bool fits = false;
  const auto frames = readFrames(call, "frames", size_t(width) * height * 3, &fits);
  const auto weights = readWeights(call, static_cast<int>(frames.size()), &fits);
  const FusionExpandArgs args{frames,
                              levels >= 2 ? readLevels(call, "quarters") : std::vector<View<uint16_t>>{},
                              levels >= 2 ? call.i16("quarterResult") : View<int16_t>{},
                              call.u16("target"),
                              width,
                              height,
                              levels,
                              static_cast<float>(call.number("headroom")),
                              weights};
  if (call.failed()) return nullptr;
  return call.finish(fits ? fusionExpand(args, call.rowBegin(), call.rowEnd(), call.cancel()) : Status::kBadArguments);
}
LW_REGISTER(fusionExpand, callFusionExpand);

}  // namespace lightwell
