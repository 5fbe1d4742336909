#include "../kernels/cells/describe_cells.h"

#include "../binding.h"

namespace lightwell {

static napi_value callDescribeCells(napi_env env, napi_callback_info info) {
  Call call(env, info);
  DescribeCellsArgs args{};
  args.cells = call.u16("cells");
  args.spreads = call.f32("spreads");
  args.rgb = call.f32("rgb");
  args.luma = call.f32("luma");
  args.detail = call.f32("detail");
  args.fine = call.f32("fine");
  args.width = call.integer("width");
  args.per_sample = call.number("perSample");
  args.offset = call.number("offset");
  if (call.failed()) return nullptr;
  return call.finish(describeCells(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(describeCells, callDescribeCells);

}  // namespace lightwell
