#include "../binding.h"
#include "../kernels/fusion/fusion_collapse.h"
#include "../kernels/fusion/fusion_expand.h"
#include "../kernels/fusion/fusion_reduce.h"

namespace lightwell {

static StructureMaps readStructure(Call& call) {
  StructureMaps structure;
  for (int i = 0; i < call.listLength("structure"); i++) structure.maps.push_back(call.listF32("structure", i));
  structure.width = call.integer("mapWidth");
  structure.height = call.integer("mapHeight");
  structure.factor = call.integer("mapFactor");
  return structure;
}

static FusionInput readInput(Call& call) {
  FusionInput input{std::vector<ExposedFrame>(call.listLength("frames")), call.integer("width"), call.integer("height"),
                     call.integer("levels"),
                     {static_cast<float>(call.number("contrastWeight")), static_cast<float>(call.number("saturationWeight")),
                      static_cast<float>(call.number("exposednessWeight"))},
                     {}};
  for (size_t i = 0; i < input.frames.size(); i++) {
    const int index = static_cast<int>(i);
    if (call.listItemIsU8("frames", index)) {
      input.frames[i].u8 = call.listU8("frames", index);
    } else {
      input.frames[i].u16 = call.listU16("frames", index);
    }
  }
  if (!call.absent("structure")) input.structure = readStructure(call);
  return input;
}

static std::vector<View<uint16_t>> readList(Call& call, const char* name) {
  std::vector<View<uint16_t>> views(call.listLength(name));
  for (size_t i = 0; i < views.size(); i++) views[i] = call.listU16(name, static_cast<int>(i));
  return views;
}

static napi_value callFusionReduce(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const FusionReduceArgs args{readInput(call), readList(call, "targets")};
  if (call.failed()) return nullptr;
  return call.finish(fusionReduce(args, call.rowBegin(), call.rowEnd(), call.cancel()));
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
  auto input = readInput(call);
  const bool coarser = input.levels > 0;
  const FusionExpandArgs args{std::move(input), coarser ? readList(call, "stored") : std::vector<View<uint16_t>>{},
                               coarser ? call.u16("result") : View<uint16_t>{}, call.u16("target"),
                              static_cast<float>(call.number("headroom"))};
  if (call.failed()) return nullptr;
  return call.finish(fusionExpand(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(fusionExpand, callFusionExpand);

}  // namespace lightwell
