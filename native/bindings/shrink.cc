#include "../kernels/copies/shrink.h"

#include "../binding.h"

namespace lightwell {

static napi_value callShrink(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const auto target = call.f32("target");
  const int width = call.integer("width"), height = call.integer("height");
  const int channels = call.integer("channels"), factor = call.integer("factor");
  if (call.isU8("source")) {
    const ShrinkArgs<uint8_t> args{call.u8("source"), target, width, height, channels, factor};
    if (call.failed()) return nullptr;
    return call.finish(shrink(args, call.rowBegin(), call.rowEnd(), call.cancel()));
  }
  const ShrinkArgs<uint16_t> args{call.u16("source"), target, width, height, channels, factor};
  if (call.failed()) return nullptr;
  return call.finish(shrink(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(shrink, callShrink);

}  // namespace lightwell
