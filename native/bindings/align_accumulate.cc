#include "../kernels/align_accumulate.h"

#include "../binding.h"

namespace lightwell {

static napi_value callAlignAccumulate(napi_env env, napi_callback_info info) {
  Call call(env, info);
  AlignAccumulateArgs args{};
  args.templ = call.f32("template");
  args.blocked = call.u8("blocked");
  args.frame = call.f32("frame");
  args.width = call.integer("width");
  args.height = call.integer("height");
  args.transform = call.f64("transform");
  args.tile = call.integer("tilePx");
  args.open = call.u8("open");
  args.least_square = static_cast<float>(call.number("leastSquare"));
  args.margin = call.integer("marginPx");
  args.tukey = call.number("tukey");
  args.sums = call.f64("sums");
  args.tile_sums = call.f64("tileSums");
  if (call.failed()) return nullptr;
  return call.finish(alignAccumulate(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(alignAccumulate, callAlignAccumulate);

}  // namespace lightwell
