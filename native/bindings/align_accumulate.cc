#include "../kernels/align/align_accumulate.h"

#include "../binding.h"

namespace lightwell {

static napi_value callAlignAccumulate(napi_env env, napi_callback_info info) {
  Call call(env, info);
  AlignAccumulateArgs args{};
  args.templ = call.f32("template");
  args.blocked = call.u8("blocked");
  args.template_stride = call.integer("templateStride");
  args.frame = call.f32("frame");
  args.frame_stride = call.integer("frameStride");
  args.spline = call.integer("spline") != 0;
  args.transform = call.f64("transform");
  args.tiles = call.i32("tiles");
  args.least_square = static_cast<float>(call.number("leastSquare"));
  args.tukey = static_cast<float>(call.number("tukey"));
  args.sums = call.f64("sums");
  if (call.failed()) return nullptr;
  return call.finish(alignAccumulate(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(alignAccumulate, callAlignAccumulate);

}  // namespace lightwell
