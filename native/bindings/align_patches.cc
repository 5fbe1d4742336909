#include "../kernels/align/align_patches.h"

#include "../binding.h"

namespace lightwell {

template <typename T>
static AlignPatchesArgs<T> readArgs(Call& call, View<T> source) {
  AlignPatchesArgs<T> args{};
  args.source = source;
  args.width = call.integer("width");
  args.height = call.integer("height");
  args.channels = call.integer("channels");
  args.channel = call.integer("channel");
  args.factor = call.integer("factor");
  args.lut = call.u16("lut");
  args.origins = call.i32("origins");
  args.size = call.integer("size");
  args.radius = call.integer("radius");
  args.clip_at = call.integer("clipAt");
  args.spline = call.integer("spline") != 0;
  args.target = call.f32("target");
  if (!call.absent("clipped")) args.clipped = call.u8("clipped");
  return args;
}

static napi_value callAlignPatches(napi_env env, napi_callback_info info) {
  Call call(env, info);
  if (call.isU8("source")) {
    const auto args = readArgs<uint8_t>(call, call.u8("source"));
    if (call.failed()) return nullptr;
    return call.finish(alignPatches(args, call.rowBegin(), call.rowEnd(), call.cancel()));
  }
  const auto args = readArgs<uint16_t>(call, call.u16("source"));
  if (call.failed()) return nullptr;
  return call.finish(alignPatches(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(alignPatches, callAlignPatches);

}  // namespace lightwell
