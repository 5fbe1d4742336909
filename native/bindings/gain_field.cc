#include "../kernels/raw/gain_field.h"

#include "../binding.h"

namespace lightwell {

static napi_value callGainField(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const GainFieldArgs args{call.u16("data"),          call.f32("grid"),          call.integer("width"),     call.integer("height"),
                           call.integer("samples"),   call.integer("top"),       call.integer("left"),      call.integer("bottom"),
                           call.integer("right"),     call.integer("rowPitch"),  call.integer("colPitch"),  call.integer("plane"),
                           call.integer("planes"),    call.integer("pointsV"),   call.integer("pointsH"),   call.integer("mapPlanes"),
                           call.number("stepX"),      call.number("stepY"),      call.number("originX"),    call.number("originY"),
                           static_cast<float>(call.number("pedestal"))};
  if (call.failed()) return nullptr;
  return call.finish(gainField(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(gainField, callGainField);

}  // namespace lightwell
