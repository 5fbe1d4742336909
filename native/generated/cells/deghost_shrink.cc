// Written by `npm run kernels` from src/kernels/reference/cells/deghost-shrink.ts.
#include "deghost_shrink.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, DeghostShrinkArgs<S>& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("factor", args.factor);
}

template <typename S>
static bool fits(const DeghostShrinkArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         width >= factor &&
         height >= factor &&
         factor <= 64 &&
         row_end <= height / factor &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width / factor, height / factor, 6});
}

static napi_value callDeghostShrink(napi_env env, napi_callback_info info) {
  Call call(env, info);
  if (call.isU8("source")) return call.run<DeghostShrinkArgs<uint8_t>>(deghostShrink);
  return call.run<DeghostShrinkArgs<uint16_t>>(deghostShrink);
}
LW_REGISTER(deghostShrink, callDeghostShrink);

}  // namespace lightwell
