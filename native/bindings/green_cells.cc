#include "../kernels/cells/green_cells.h"

#include "../binding.h"

namespace lightwell {

static napi_value callGreenCells(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const GreenCellsArgs args{call.u16("copy"),      call.u16("target"),     call.u8("clipped"),
                            call.integer("width"), call.integer("height"), call.number("clipAt")};
  if (call.failed()) return nullptr;
  return call.finish(greenCells(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(greenCells, callGreenCells);

}  // namespace lightwell
