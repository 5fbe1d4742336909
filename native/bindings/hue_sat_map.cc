#include "../kernels/develop/hue_sat_map.h"

#include "../binding.h"

namespace lightwell {

static napi_value callHueSatMap(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const HueSatMapArgs args{call.u16("source"),    call.u16("target"),          call.f32("table"),      call.f32("forward"),
                           call.f32("backward"),  call.f32("clip"),            call.integer("width"),  call.integer("height"),
                           call.integer("hues"),  call.integer("saturations"), call.integer("values"), call.integer("encoded")};
  if (call.failed()) return nullptr;
  return call.finish(hueSatMap(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(hueSatMap, callHueSatMap);

}  // namespace lightwell
