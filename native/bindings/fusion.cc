#include <algorithm>

#include "../binding.h"
#include "../kernels/fusion_collapse.h"
#include "../kernels/fusion_expand.h"
#include "../kernels/fusion_reduce.h"

namespace lightwell {

static StructureMaps readStructure(Call& call) {
  StructureMaps structure;
  for (int i = 0; i < call.listLength("structure"); i++) structure.maps.push_back(call.listF32("structure", i));
  structure.width = call.integer("mapWidth");
  structure.height = call.integer("mapHeight");
  structure.factor = call.integer("mapFactor");
  return structure;
}

static bool structureFits(const StructureMaps& structure) {
  if (structure.width < 1 || structure.height < 1 || structure.factor < 1) return false;
  const size_t blocks = size_t(structure.width) * structure.height;
  return std::all_of(structure.maps.begin(), structure.maps.end(), [&](const auto& map) { return map.length >= blocks; });
}

// Every frame must hold the whole picture; the kernels index it without further checks.
static FusionInput readInput(Call& call, bool* fits) {
  FusionInput input{std::vector<ExposedFrame>(call.listLength("frames")), call.integer("width"), call.integer("height"),
                     call.integer("levels"),
                     {static_cast<float>(call.number("contrastWeight")), static_cast<float>(call.number("saturationWeight")),
                      static_cast<float>(call.number("exposednessWeight"))},
                     {}};
  *fits = !input.frames.empty() && input.width >= 1 && input.height >= 1;
  const size_t samples = size_t(input.width) * input.height * 3;
  for (size_t i = 0; i < input.frames.size(); i++) {
    const int index = static_cast<int>(i);
    if (call.listItemIsU8("frames", index)) {
      input.frames[i].u8 = call.listU8("frames", index);
    } else {
      input.frames[i].u16 = call.listU16("frames", index);
    }
    *fits = *fits && input.frames[i].u8.length + input.frames[i].u16.length >= samples;
  }
  if (!call.absent("structure")) {
    input.structure = readStructure(call);
    *fits = *fits && input.structure.maps.size() == input.frames.size() && structureFits(input.structure);
  }
  return input;
}

static std::vector<View<uint16_t>> readList(Call& call, const char* name) {
  std::vector<View<uint16_t>> views(call.listLength(name));
  for (size_t i = 0; i < views.size(); i++) views[i] = call.listU16(name, static_cast<int>(i));
  return views;
}

static napi_value callFusionReduce(napi_env env, napi_callback_info info) {
  Call call(env, info);
  bool fits = false;
  const FusionReduceArgs args{readInput(call, &fits), readList(call, "targets")};
  if (call.failed()) return nullptr;
  return call.finish(fits ? fusionReduce(args, call.rowBegin(), call.rowEnd(), call.cancel()) : Status::kBadArguments);
}
LW_REGISTER(fusionReduce, callFusionReduce);

static napi_value callFusionCollapse(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const FusionCollapseArgs args{readList(call, "levels"), call.u16("target"), call.integer("width"), call.integer("height"),
                                 call.integer("depth")};
  if (call.failed()) return nullptr;
  return call.finish(fusionCollapse(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(fusionCollapse, callFusionCollapse);

static napi_value callFusionExpand(napi_env env, napi_callback_info info) {
  Call call(env, info);
  bool fits = false;
  auto input = readInput(call, &fits);
  const bool coarser = input.levels > 0;
  const FusionExpandArgs args{std::move(input), coarser ? readList(call, "stored") : std::vector<View<uint16_t>>{},
                               coarser ? call.u16("result") : View<uint16_t>{}, call.u16("target"),
                              static_cast<float>(call.number("headroom"))};
  if (call.failed()) return nullptr;
  return call.finish(fits ? fusionExpand(args, call.rowBegin(), call.rowEnd(), call.cancel()) : Status::kBadArguments);
}
LW_REGISTER(fusionExpand, callFusionExpand);

}  // namespace lightwell
