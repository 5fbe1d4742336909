#include "../kernels/cells/deghost_shrink.h"

#include "../binding.h"

namespace lightwell {

static napi_value callDeghostShrink(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const auto target = call.u16("target");
  const int width = call.integer("width"), height = call.integer("height"), factor = call.integer("factor");
  if (call.isU8("source")) {
    const DeghostShrinkArgs<uint8_t> args{call.u8("source"), target, width, height, factor};
    if (call.failed()) return nullptr;
    return call.finish(deghostShrink(args, call.rowBegin(), call.rowEnd(), call.cancel()));
  }
  const DeghostShrinkArgs<uint16_t> args{call.u16("source"), target, width, height, factor};
  if (call.failed()) return nullptr;
  return call.finish(deghostShrink(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(deghostShrink, callDeghostShrink);

}  // namespace lightwell
