#include "../kernels/cells/lab_cells.h"

#include "../binding.h"

namespace lightwell {

static napi_value callLabCells(napi_env env, napi_callback_info info) {
  Call call(env, info);
  LabCellsArgs args{};
  args.rgb = call.f32("rgb");
  args.lab = call.f32("lab");
  args.light = call.f32("light");
  args.lobe = call.f32("lobe");
  args.width = call.integer("width");
  if (call.failed()) return nullptr;
  return call.finish(labCells(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(labCells, callLabCells);

}  // namespace lightwell
