#include "../kernels/check/edge_detail.h"

#include "../binding.h"

namespace lightwell {

static napi_value callEdgeDetail(napi_env env, napi_callback_info info) {
  Call call(env, info);
  EdgeDetailArgs args{};
  args.luma = call.f32("luma");
  args.rgb = call.f32("rgb");
  args.fine = call.f32("fine");
  args.other_luma = call.f32("otherLuma");
  args.other_rgb = call.f32("otherRgb");
  args.other_fine = call.f32("otherFine");
  args.ratios = call.f64("ratios");
  args.counts = call.i32("counts");
  args.width = call.integer("width");
  args.height = call.integer("height");
  args.least_step = call.number("leastStep");
  args.darkest = call.number("darkest");
  args.brightest = call.number("brightest");
  args.offset = call.number("offset");
  args.least_detail = call.number("leastDetail");
  if (call.failed()) return nullptr;
  return call.finish(edgeDetail(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(edgeDetail, callEdgeDetail);

}  // namespace lightwell
