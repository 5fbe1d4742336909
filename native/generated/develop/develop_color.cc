// Written by `npm run kernels` from src/kernels/reference/develop/develop-color.ts.
#include "develop_color.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, DevelopColorArgs& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("curve", args.curve);
  call.read("matrix", args.matrix);
  call.read("clip", args.clip);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("start", args.start);
  call.read("stepX", args.step_x);
  call.read("stepY", args.step_y);
}

static bool fits(const DevelopColorArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.target, {width, height, 3}) &&
         holds(args.curve, {65536}) &&
         holds(args.matrix, {9}) &&
         holds(args.clip, {3});
}

static napi_value callDevelopColor(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<DevelopColorArgs>(developColor);
}
LW_REGISTER(developColor, callDevelopColor);

}  // namespace lightwell
