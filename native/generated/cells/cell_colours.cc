// Written by `npm run kernels` from src/kernels/reference/cells/cell-colours.ts.
#include "cell_colours.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, CellColoursArgs& args) {
  call.read("copy", args.copy);
  call.read("target", args.target);
  call.read("width", args.width);
}

static bool fits(const CellColoursArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.copy, {width, row_end, 6}) &&
         holds(args.target, {width, row_end, 3});
}

static napi_value callCellColours(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<CellColoursArgs>(cellColours);
}
LW_REGISTER(cellColours, callCellColours);

static void readArgs(Call& call, CellLumaArgs& args) {
  call.read("copy", args.copy);
  call.read("target", args.target);
  call.read("width", args.width);
}

static bool fits(const CellLumaArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.copy, {width, row_end, 6}) &&
         holds(args.target, {width, row_end});
}

static napi_value callCellLuma(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<CellLumaArgs>(cellLuma);
}
LW_REGISTER(cellLuma, callCellLuma);

static void readArgs(Call& call, ColouredCellsArgs& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("width", args.width);
}

static bool fits(const ColouredCellsArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.source, {width, row_end, 3}) &&
         holds(args.target, {width, row_end, 6});
}

static napi_value callColouredCells(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<ColouredCellsArgs>(colouredCells);
}
LW_REGISTER(colouredCells, callColouredCells);

}  // namespace lightwell
