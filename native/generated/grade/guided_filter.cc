// Written by `npm run kernels` from src/kernels/reference/grade/guided-filter.ts.
#include "guided_filter.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, GuidedFilterArgs& args) {
  call.read("guide", args.guide);
  call.read("planes", args.planes);
  call.read("coefficients", args.coefficients);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("radius", args.radius);
  call.read("epsilon", args.epsilon);
}

static bool fits(const GuidedFilterArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, radius = args.radius;
  return areSizes(width, height) &&
         radius >= 0 &&
         row_end <= kMostSize &&
         holds(args.guide, {width, height}) &&
         holds(args.planes, {width, height, row_end}) &&
         holds(args.coefficients, {width, height, row_end, 2});
}

static napi_value callGuidedFilter(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<GuidedFilterArgs>(guidedFilter);
}
LW_REGISTER(guidedFilter, callGuidedFilter);

}  // namespace lightwell
