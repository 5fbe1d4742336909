// Written by `npm run kernels` from src/kernels/reference/copies/shrink.ts.
#include "shrink.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, ShrinkArgs<S>& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("channels", args.channels);
  call.read("factor", args.factor);
}

template <typename S>
static bool fits(const ShrinkArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, channels = args.channels, factor = args.factor;
  return areSizes(width, height, channels, factor) &&
         channels <= 4 &&
         factor <= 64 &&
         row_end <= height / factor &&
         holds(args.source, {width, height, channels}) &&
         holds(args.target, {width / factor, height / factor, channels});
}

static napi_value callShrink(napi_env env, napi_callback_info info) {
  Call call(env, info);
  if (call.isU8("source")) return call.run<ShrinkArgs<uint8_t>>(shrink);
  return call.run<ShrinkArgs<uint16_t>>(shrink);
}
LW_REGISTER(shrink, callShrink);

}  // namespace lightwell
