#include "../kernels/align_shrink.h"

#include "../binding.h"

namespace lightwell {

static napi_value callAlignShrink(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const auto mean = call.u16("mean");
  const auto clipped = call.u8("clipped");
  const int width = call.integer("width"), height = call.integer("height"), channels = call.integer("channels");
  const int channel = call.integer("channel"), factor = call.integer("factor"), clip_at = call.integer("clipAt");
  if (call.isU8("source")) {
    const AlignShrinkArgs<uint8_t> args{call.u8("source"), mean, clipped, width, height, channels, channel, factor, clip_at};
    if (call.failed()) return nullptr;
    return call.finish(alignShrink(args, call.rowBegin(), call.rowEnd(), call.cancel()));
  }
  const AlignShrinkArgs<uint16_t> args{call.u16("source"), mean, clipped, width, height, channels, channel, factor, clip_at};
  if (call.failed()) return nullptr;
  return call.finish(alignShrink(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(alignShrink, callAlignShrink);

}  // namespace lightwell
