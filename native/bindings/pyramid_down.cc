#include "../kernels/pyramid_down.h"

#include "../binding.h"

namespace lightwell {

static napi_value callPyramidDown(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const PyramidDownArgs args{call.f32("source"), call.f32("target"), call.integer("width"), call.integer("height"),
                             call.integer("channels")};
  if (call.failed()) return nullptr;
  return call.finish(pyramidDown(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(pyramidDown, callPyramidDown);

}  // namespace lightwell
