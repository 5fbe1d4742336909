#include "../kernels/raw/raw_denoise.h"

#include "../binding.h"

namespace lightwell {

static napi_value callRawDenoise(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const RawDenoiseArgs args{call.u16("source"),
                            call.u16("target"),
                            call.integer("width"),
                            call.integer("height"),
                            static_cast<float>(call.number("floor")),
                            static_cast<float>(call.number("lumaReach")),
                            static_cast<float>(call.number("chromaReach")),
                            static_cast<float>(call.number("lumaShare"))};
  if (call.failed()) return nullptr;
  return call.finish(rawDenoise(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(rawDenoise, callRawDenoise);

}  // namespace lightwell
