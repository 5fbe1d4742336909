// Written by `npm run kernels` from src/kernels/reference/raw/raw-denoise.ts.
#include "raw_denoise.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, RawDenoiseArgs& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("floor", args.floor);
  call.read("lumaReach", args.luma_reach);
  call.read("chromaReach", args.chroma_reach);
  call.read("lumaShare", args.luma_share);
}

static bool fits(const RawDenoiseArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3});
}

static napi_value callRawDenoise(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<RawDenoiseArgs>(rawDenoise);
}
LW_REGISTER(rawDenoise, callRawDenoise);

}  // namespace lightwell
