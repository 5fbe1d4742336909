// Written by `npm run kernels` from src/kernels/reference/check/edge-detail.ts.
#include "edge_detail.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, EdgeDetailArgs& args) {
  call.read("luma", args.luma);
  call.read("rgb", args.rgb);
  call.read("fine", args.fine);
  call.read("otherLuma", args.other_luma);
  call.read("otherRgb", args.other_rgb);
  call.read("otherFine", args.other_fine);
  call.read("ratios", args.ratios);
  call.read("counts", args.counts);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("leastStep", args.least_step);
  call.read("darkest", args.darkest);
  call.read("brightest", args.brightest);
  call.read("offset", args.offset);
  call.read("leastDetail", args.least_detail);
}

static bool fits(const EdgeDetailArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= 1 &&
         holds(args.luma, {width, height}) &&
         holds(args.rgb, {width, height, 3}) &&
         holds(args.fine, {width, height}) &&
         holds(args.other_luma, {width, height}) &&
         holds(args.other_rgb, {width, height, 3}) &&
         holds(args.other_fine, {width, height}) &&
         holds(args.ratios, {width, height}) &&
         holds(args.counts, {1});
}

static napi_value callEdgeDetail(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<EdgeDetailArgs>(edgeDetail);
}
LW_REGISTER(edgeDetail, callEdgeDetail);

}  // namespace lightwell
