// Written by `npm run kernels` from src/kernels/reference/demosaic/demosaic-bayer.ts.
#include "demosaic_bayer.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, DemosaicBayerArgs& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("black", args.black);
  call.read("scale", args.scale);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("redX", args.red_x);
  call.read("redY", args.red_y);
}

static bool fits(const DemosaicBayerArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, red_x = args.red_x, red_y = args.red_y;
  return areSizes(width, height) &&
         red_x >= 0 &&
         red_x <= 1 &&
         red_y >= 0 &&
         red_y <= 1 &&
         row_end <= height &&
         holds(args.source, {width, height}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.black, {3}) &&
         holds(args.scale, {3});
}

static napi_value callDemosaicBayer(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<DemosaicBayerArgs>(demosaicBayer);
}
LW_REGISTER(demosaicBayer, callDemosaicBayer);

}  // namespace lightwell
