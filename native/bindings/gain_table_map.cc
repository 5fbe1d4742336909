#include "../kernels/develop/gain_table_map.h"

#include "../binding.h"

namespace lightwell {

static napi_value callGainTableMap(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const GainTableMapArgs args{call.u16("source"),     call.u16("target"),    call.f32("gains"),      call.f32("forward"),
                              call.f32("clip"),       call.f32("weights"),   call.integer("width"),  call.integer("height"),
                              call.integer("rows"),   call.integer("columns"), call.integer("points"), call.number("startX"),
                              call.number("stepX"),   call.number("startY"), call.number("stepY"),   float(call.number("gamma")),
                              float(call.number("scale"))};
  if (call.failed()) return nullptr;
  return call.finish(gainTableMap(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(gainTableMap, callGainTableMap);

}  // namespace lightwell
