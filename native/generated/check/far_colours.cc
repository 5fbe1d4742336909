// Written by `npm run kernels` from src/kernels/reference/check/far-colours.ts.
#include "far_colours.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, FarColoursArgs& args) {
  call.read("lab", args.lab);
  call.read("plain", args.plain);
  call.read("labs", args.labs);
  call.read("rgbs", args.rgbs);
  call.read("lumas", args.lumas);
  call.read("distances", args.distances);
  call.read("far", args.far);
  call.read("foreign", args.foreign);
  call.read("width", args.width);
  call.read("foreignFrom", args.foreign_from);
  call.read("leastRatio", args.least_ratio);
  call.read("mostRatio", args.most_ratio);
  call.read("darkest", args.darkest);
  call.read("brightest", args.brightest);
}

static bool fits(const FarColoursArgs& args, int row_end) {
  const int64_t labs = args.labs.size(), width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.lab, {width, row_end, 3}) &&
         holds(args.plain, {width, row_end, 3}) &&
         eachHolds(args.labs, {width, row_end, 3}) &&
         int64_t(args.rgbs.size()) == labs &&
         eachHolds(args.rgbs, {width, row_end, 3}) &&
         int64_t(args.lumas.size()) == labs &&
         eachHolds(args.lumas, {width, row_end}) &&
         holds(args.distances, {width, row_end}) &&
         holds(args.far, {row_end}) &&
         holds(args.foreign, {row_end});
}

static napi_value callFarColours(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<FarColoursArgs>(farColours);
}
LW_REGISTER(farColours, callFarColours);

}  // namespace lightwell
