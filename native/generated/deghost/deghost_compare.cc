// Written by `npm run kernels` from src/kernels/reference/deghost/deghost-compare.ts.
#include "deghost_compare.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, DeghostCompareArgs& args) {
  call.read("dark", args.dark);
  call.read("bright", args.bright);
  call.read("up", args.up);
  call.read("down", args.down);
  call.read("tolerances", args.tolerances);
  call.read("slack", args.slack);
  call.read("clippingSlack", args.clipping_slack);
  call.read("forgiving", args.forgiving);
  call.read("target", args.target);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("wrapX", args.wrap_x);
}

static bool fits(const DeghostCompareArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.dark, {width, height, 6}) &&
         holds(args.bright, {width, height, 6}) &&
         holds(args.up, {4, 1025}) &&
         holds(args.down, {4, 1025}) &&
         holds(args.tolerances, {4, 16}) &&
         holds(args.target, {width, height});
}

static napi_value callDeghostCompare(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<DeghostCompareArgs>(deghostCompare);
}
LW_REGISTER(deghostCompare, callDeghostCompare);

}  // namespace lightwell
