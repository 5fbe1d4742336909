#include "../kernels/deghost/deghost_blend.h"

#include "../binding.h"

namespace lightwell {

namespace {

View<uint8_t> samples(Call& call, const char* name, uint8_t) { return call.u8(name); }
View<uint16_t> samples(Call& call, const char* name, uint16_t) { return call.u16(name); }

template <typename S, typename T>
napi_value blend(Call& call) {
  const DeghostBlendArgs<S, T> args{samples(call, "source", S()), samples(call, "target", T()),
                                    samples(call, "table", T()),  call.u8("share"),
                                    call.integer("whiteFrom"),
                                    call.integer("width"),        call.integer("height"),
                                    call.integer("gridWidth"),    call.integer("gridHeight"),
                                    call.integer("factor"),       call.integer("wrapX") != 0};
  if (call.failed()) return nullptr;
  return call.finish(deghostBlend(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}

}  // namespace

static napi_value callDeghostBlend(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const bool narrow = call.isU8("target");
  if (call.isU8("source")) return narrow ? blend<uint8_t, uint8_t>(call) : blend<uint8_t, uint16_t>(call);
  return narrow ? blend<uint16_t, uint8_t>(call) : blend<uint16_t, uint16_t>(call);
}
LW_REGISTER(deghostBlend, callDeghostBlend);

}  // namespace lightwell
