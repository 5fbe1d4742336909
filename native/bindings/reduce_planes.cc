#include "../kernels/copies/reduce_planes.h"

#include "../binding.h"

namespace lightwell {

static napi_value callReducePlanes(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const ReducePlanesArgs args{call.u16("source"), call.u16("target"), call.integer("width"), call.integer("height"),
                              call.integer("planes")};
  if (call.failed()) return nullptr;
  return call.finish(reducePlanes(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(reducePlanes, callReducePlanes);

}  // namespace lightwell
