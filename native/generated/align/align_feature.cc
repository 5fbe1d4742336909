// Written by `npm run kernels` from src/kernels/reference/align/align-feature.ts.
#include "align_feature.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, AlignFeatureArgs& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("radius", args.radius);
}

static bool fits(const AlignFeatureArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, radius = args.radius;
  return areSizes(width, height, radius) &&
         radius <= 32 &&
         row_end <= height &&
         holds(args.source, {width, height}) &&
         holds(args.target, {width, height});
}

static napi_value callAlignFeature(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<AlignFeatureArgs>(alignFeature);
}
LW_REGISTER(alignFeature, callAlignFeature);

}  // namespace lightwell
