// Written by `npm run kernels` from src/kernels/reference/develop/develop-bayer.ts.
#include "develop_bayer.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename T>
static void readArgs(Call& call, DevelopBayerArgs<T>& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("black", args.black);
  call.read("scale", args.scale);
  call.read("curve", args.curve);
  call.read("matrix", args.matrix);
  call.read("clip", args.clip);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("redX", args.red_x);
  call.read("redY", args.red_y);
  call.read("left", args.left);
  call.read("top", args.top);
  call.read("cropWidth", args.crop_width);
  call.read("cropHeight", args.crop_height);
  call.read("start", args.start);
  call.read("stepX", args.step_x);
  call.read("stepY", args.step_y);
}

template <typename T>
static bool fits(const DevelopBayerArgs<T>& args, int row_end) {
  const int64_t width = args.width, height = args.height, red_x = args.red_x, red_y = args.red_y, left = args.left, top = args.top, crop_width = args.crop_width, crop_height = args.crop_height;
  return areSizes(width, height, crop_width, crop_height) &&
         red_x >= 0 &&
         red_x <= 1 &&
         red_y >= 0 &&
         red_y <= 1 &&
         left >= 0 &&
         left <= width - crop_width &&
         top >= 0 &&
         top <= height - crop_height &&
         row_end <= crop_height &&
         holds(args.source, {width, height}) &&
         holds(args.black, {3}) &&
         holds(args.scale, {3}) &&
         holds(args.curve, {65536}) &&
         holds(args.matrix, {9}) &&
         holds(args.clip, {3});
}

static napi_value callDevelopBayer(napi_env env, napi_callback_info info) {
  Call call(env, info);
  if (call.isU8("target")) return call.run<DevelopBayerArgs<uint8_t>>(developBayer);
  return call.run<DevelopBayerArgs<uint16_t>>(developBayer);
}
LW_REGISTER(developBayer, callDevelopBayer);

}  // namespace lightwell
