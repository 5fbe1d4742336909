#include "../kernels/cells/cell_colours.h"

#include "../binding.h"

namespace lightwell {

static napi_value callCellColours(napi_env env, napi_callback_info info) {
  Call call(env, info);
  CellColoursArgs args{};
  args.copy = call.u16("copy");
  args.target = call.u16("target");
  args.width = call.integer("width");
  if (call.failed()) return nullptr;
  return call.finish(cellColours(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(cellColours, callCellColours);

static napi_value callColouredCells(napi_env env, napi_callback_info info) {
  Call call(env, info);
  ColouredCellsArgs args{};
  args.source = call.u16("source");
  args.target = call.u16("target");
  args.width = call.integer("width");
  if (call.failed()) return nullptr;
  return call.finish(colouredCells(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(colouredCells, callColouredCells);

static napi_value callCellLuma(napi_env env, napi_callback_info info) {
  Call call(env, info);
  CellLumaArgs args{};
  args.copy = call.u16("copy");
  args.target = call.f32("target");
  args.width = call.integer("width");
  if (call.failed()) return nullptr;
  return call.finish(cellLuma(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(cellLuma, callCellLuma);

}  // namespace lightwell
