#include "../kernels/raw/raw_levels.h"

#include "../binding.h"

namespace lightwell {

static napi_value callRawLevels(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const RawLevelsArgs args{call.u16("source"),          call.u16("target"),         call.f32("levels"),
                           call.f32("scales"),          call.f32("columns"),        call.f32("rows"),
                           call.integer("width"),       call.integer("height"),     call.integer("samples"),
                           call.integer("cellWidth"),   call.integer("cellHeight"), static_cast<float>(call.number("pedestal"))};
  if (call.failed()) return nullptr;
  return call.finish(rawLevels(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(rawLevels, callRawLevels);

}  // namespace lightwell
