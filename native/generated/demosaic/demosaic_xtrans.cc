// Written by `npm run kernels` from src/kernels/reference/demosaic/demosaic-xtrans.ts.
#include "demosaic_xtrans.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, DemosaicXtransArgs& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("pattern", args.pattern);
  call.read("filters", args.filters);
  call.read("black", args.black);
  call.read("scale", args.scale);
  call.read("width", args.width);
  call.read("height", args.height);
}

static bool fits(const DemosaicXtransArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.source, {width, height}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.pattern, {36}) &&
         holds(args.filters, {36, 2, 49, 10}) &&
         holds(args.black, {3}) &&
         holds(args.scale, {3});
}

static napi_value callDemosaicXtrans(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<DemosaicXtransArgs>(demosaicXtrans);
}
LW_REGISTER(demosaicXtrans, callDemosaicXtrans);

}  // namespace lightwell
