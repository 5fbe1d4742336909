#include "../kernels/check/cell_detail.h"

#include "../binding.h"

namespace lightwell {

static napi_value callCellDetail(napi_env env, napi_callback_info info) {
  Call call(env, info);
  CellDetailArgs args{};
  args.luma = call.f32("luma");
  args.fine = call.f32("fine");
  args.detail = call.f32("detail");
  for (int i = 0; i < call.listLength("lumas"); i++) args.lumas.push_back(call.listF32("lumas", i));
  for (int i = 0; i < call.listLength("fines"); i++) args.fines.push_back(call.listF32("fines", i));
  for (int i = 0; i < call.listLength("details"); i++) args.details.push_back(call.listF32("details", i));
  args.specks = call.f32("specks");
  args.grains = call.f32("grains");
  args.counts = call.i32("counts");
  args.width = call.integer("width");
  args.offset = call.number("offset");
  args.darkest = call.number("darkest");
  args.brightest = call.number("brightest");
  args.times_detail = call.number("timesDetail");
  args.plus_detail = call.number("plusDetail");
  args.flat = call.number("flat");
  args.least_grain = call.number("leastGrain");
  args.even_spread = call.number("evenSpread");
  args.grain_spread = call.number("grainSpread");
  if (call.failed()) return nullptr;
  return call.finish(cellDetail(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(cellDetail, callCellDetail);

}  // namespace lightwell
