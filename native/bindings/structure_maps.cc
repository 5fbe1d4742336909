#include "../kernels/fusion/structure_maps.h"

#include "../binding.h"

namespace lightwell {

static napi_value callStructureMaps(napi_env env, napi_callback_info info) {
  Call call(env, info);
  StructureMapsArgs args{};
  for (int i = 0; i < call.listLength("sources"); i++) args.sources.push_back(call.listU16("sources", i));
  for (int i = 0; i < call.listLength("lumas"); i++) args.lumas.push_back(call.listF32("lumas", i));
  for (int i = 0; i < call.listLength("structure"); i++) args.structure.push_back(call.listF32("structure", i));
  args.width = call.integer("width");
  args.height = call.integer("height");
  args.factor = call.integer("factor");
  if (call.failed()) return nullptr;
  return call.finish(structureMaps(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(structureMaps, callStructureMaps);

}  // namespace lightwell
