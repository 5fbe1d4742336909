// Written by `npm run kernels` from src/kernels/reference/cells/coarsen-cells.ts.
#include "coarsen_cells.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, CoarsenCellsArgs& args) {
  call.read("copy", args.copy);
  call.read("target", args.target);
  call.read("spreads", args.spreads);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("factor", args.factor);
}

static bool fits(const CoarsenCellsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         width >= factor &&
         height >= factor &&
         factor <= 64 &&
         row_end <= height / factor &&
         holds(args.copy, {width, height, 6}) &&
         holds(args.target, {width / factor, height / factor, 6}) &&
         holds(args.spreads, {width / factor, height / factor});
}

static napi_value callCoarsenCells(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<CoarsenCellsArgs>(coarsenCells);
}
LW_REGISTER(coarsenCells, callCoarsenCells);

}  // namespace lightwell
