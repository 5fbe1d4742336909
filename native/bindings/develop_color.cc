#include "../kernels/develop/develop_color.h"

#include "../binding.h"

namespace lightwell {

static napi_value callDevelopColor(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const DevelopColorArgs args{call.u16("source"),
                              call.u16("target"),
                              call.u16("curve"),
                              call.f32("matrix"),
                              call.f32("clip"),
                              call.integer("width"),
                              call.integer("height"),
                              call.wide("start"),
                              call.wide("stepX"),
                              call.wide("stepY")};
  if (call.failed()) return nullptr;
  return call.finish(developColor(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(developColor, callDevelopColor);

}  // namespace lightwell
