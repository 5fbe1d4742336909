// Written by `npm run kernels` from src/kernels/reference/align/align-accumulate.ts.
#include "align_accumulate.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, AlignAccumulateArgs& args) {
  call.read("template", args.template_);
  call.read("blocked", args.blocked);
  call.read("templateStride", args.template_stride);
  call.read("frame", args.frame);
  call.read("frameStride", args.frame_stride);
  call.read("spline", args.spline);
  call.read("transform", args.transform);
  call.read("tiles", args.tiles);
  call.read("leastSquare", args.least_square);
  call.read("tukey", args.tukey);
  call.read("sums", args.sums);
}

static bool fits(const AlignAccumulateArgs& args, int row_end) {
  const int64_t template_stride = args.template_stride, frame_stride = args.frame_stride;
  return areSizes(template_stride, frame_stride) &&
         row_end <= kMostSize &&
         holds(args.transform, {9}) &&
         holds(args.tiles, {row_end, 10}) &&
         holds(args.sums, {row_end, 10});
}

static napi_value callAlignAccumulate(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<AlignAccumulateArgs>(alignAccumulate);
}
LW_REGISTER(alignAccumulate, callAlignAccumulate);

}  // namespace lightwell
