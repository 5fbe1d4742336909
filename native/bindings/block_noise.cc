#include "../kernels/check/block_noise.h"

#include "../binding.h"

namespace lightwell {

template <typename T>
static napi_value run(Call& call, View<T> source) {
  const BlockNoiseArgs<T> args{source,
                               call.f64("tones"),
                               call.f64("deviations"),
                               call.integer("width"),
                               call.integer("height"),
                               call.integer("channels"),
                               call.integer("channel"),
                               call.integer("step"),
                               call.number("max"),
                               call.number("brightest")};
  if (call.failed()) return nullptr;
  return call.finish(blockNoise(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}

static napi_value callBlockNoise(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.isU8("source") ? run(call, call.u8("source")) : run(call, call.u16("source"));
}
LW_REGISTER(blockNoise, callBlockNoise);

}  // namespace lightwell
