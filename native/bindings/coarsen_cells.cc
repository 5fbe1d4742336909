#include "../kernels/cells/coarsen_cells.h"

#include "../binding.h"

namespace lightwell {

static napi_value callCoarsenCells(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const CoarsenCellsArgs args{call.u16("copy"),      call.u16("target"),     call.f32("spreads"),
                              call.integer("width"), call.integer("height"), call.integer("factor")};
  if (call.failed()) return nullptr;
  return call.finish(coarsenCells(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(coarsenCells, callCoarsenCells);

}  // namespace lightwell
