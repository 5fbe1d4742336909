// Written by `npm run kernels` from src/kernels/reference/align/align-patches.ts.
#include "align_patches.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, AlignPatchesArgs<S>& args) {
  call.read("source", args.source);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("channels", args.channels);
  call.read("channel", args.channel);
  call.read("factor", args.factor);
  call.read("lut", args.lut);
  call.read("origins", args.origins);
  call.read("size", args.size);
  call.read("radius", args.radius);
  call.read("clipAt", args.clip_at);
  call.read("spline", args.spline);
  call.read("target", args.target);
  if (call.given("clipped")) call.read("clipped", args.clipped);
}

template <typename S>
static bool fits(const AlignPatchesArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, channels = args.channels, channel = args.channel, factor = args.factor, size = args.size, radius = args.radius;
  return areSizes(width, height, channels, factor, size, radius) &&
         channels <= 4 &&
         channel >= 0 &&
         channel <= channels - 1 &&
         factor <= 64 &&
         size <= 128 &&
         radius <= 32 &&
         row_end <= kMostSize &&
         holds(args.source, {width, height, channels}) &&
         holds(args.lut, {65536}) &&
         holds(args.origins, {row_end, 2}) &&
         holds(args.target, {row_end, size, size}) &&
         (args.clipped.length == 0 || holds(args.clipped, {row_end, size, size}));
}

static napi_value callAlignPatches(napi_env env, napi_callback_info info) {
  Call call(env, info);
  if (call.isU8("source")) return call.run<AlignPatchesArgs<uint8_t>>(alignPatches);
  return call.run<AlignPatchesArgs<uint16_t>>(alignPatches);
}
LW_REGISTER(alignPatches, callAlignPatches);

}  // namespace lightwell
