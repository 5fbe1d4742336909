// Written by `npm run kernels` from src/kernels/reference/check/count-edges.ts.
#include "count_edges.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, CountEdgesArgs& args) {
  call.read("picture", args.picture);
  call.read("plain", args.plain);
  call.read("frames", args.frames);
  call.read("counts", args.counts);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("down", args.down);
  call.read("reach", args.reach);
  call.read("leastStep", args.least_step);
  call.read("shownShare", args.shown_share);
  call.read("rampShare", args.ramp_share);
}

static bool fits(const CountEdgesArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, reach = args.reach;
  return areSizes(width, height, reach) &&
         row_end <= 1 &&
         holds(args.picture, {width, height}) &&
         holds(args.plain, {width, height}) &&
         eachHolds(args.frames, {width, height}) &&
         holds(args.counts, {1});
}

static napi_value callCountEdges(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<CountEdgesArgs>(countEdges);
}
LW_REGISTER(countEdges, callCountEdges);

}  // namespace lightwell
