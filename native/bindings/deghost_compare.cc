#include "../kernels/deghost/deghost_compare.h"

#include "../binding.h"

namespace lightwell {

static napi_value callDeghostCompare(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const DeghostCompareArgs args{call.u16("dark"),        call.u16("bright"),
                                call.f32("up"),          call.f32("down"),
                                call.f32("tolerances"),  call.u8("target"),
                                call.number("slack"),    call.number("clippingSlack"),
                                call.integer("width"),   call.integer("height"),
                                call.integer("wrapX") != 0,    call.integer("forgiving") != 0};
  if (call.failed()) return nullptr;
  return call.finish(deghostCompare(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(deghostCompare, callDeghostCompare);

}  // namespace lightwell
