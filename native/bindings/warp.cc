#include "../kernels/geometry/warp.h"

#include "../binding.h"

namespace lightwell {

template <typename S, typename T>
static napi_value runWarp(Call& call, View<S> source, View<T> target) {
  const WarpArgs<S, T> args{source,
                            target,
                            call.integer("sourceWidth"),
                            call.integer("sourceHeight"),
                            call.integer("targetWidth"),
                            call.integer("targetHeight"),
                            call.f32("grid"),
                            call.integer("gridStep"),
                            call.integer("nodesX"),
                            call.integer("nodesY"),
                            call.integer("mapChannels"),
                            call.absent("gain") ? View<float>{} : call.f32("gain"),
                            call.integer("wrapX") != 0};
  if (call.failed()) return nullptr;
  return call.finish(warp(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}

static napi_value callWarp(napi_env env, napi_callback_info info) {
  Call call(env, info);
  if (!call.isU8("source")) return runWarp(call, call.u16("source"), call.u16("target"));
  if (!call.isU8("target")) return runWarp(call, call.u8("source"), call.u16("target"));
  return runWarp(call, call.u8("source"), call.u8("target"));
}
LW_REGISTER(warp, callWarp);

}  // namespace lightwell
