#include "../kernels/tone/tone_map.h"

#include "../binding.h"

namespace lightwell {

template <typename In, typename Out>
static napi_value callWith(Call& call, View<In> source, View<Out> target) {
  ToneMapSettings settings{};
  settings.width = call.integer("width");
  settings.height = call.integer("height");
  settings.grid = call.f32("grid");
  settings.gridWidth = call.integer("gridWidth");
  settings.gridHeight = call.integer("gridHeight");
  settings.gridScaleX = call.number("gridScaleX");
  settings.gridScaleY = call.number("gridScaleY");
  settings.wrapX = call.integer("wrapX") != 0;
  settings.curve = call.f32("curve");
  settings.vibrance = static_cast<float>(call.number("vibrance"));
  settings.white = static_cast<float>(call.number("white"));
  settings.dither = call.integer("dither") != 0;
  const ToneMapArgs<In, Out> args{source, target, settings};
  if (call.failed()) return nullptr;
  return call.finish(toneMap(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}

template <typename In>
static napi_value callFrom(Call& call, View<In> source) {
  if (call.isU8("target")) return callWith(call, source, call.u8("target"));
  return callWith(call, source, call.u16("target"));
}

static napi_value callToneMap(napi_env env, napi_callback_info info) {
  Call call(env, info);
  if (call.isU8("source")) return callFrom(call, call.u8("source"));
  return callFrom(call, call.u16("source"));
}
LW_REGISTER(toneMap, callToneMap);

}  // namespace lightwell
