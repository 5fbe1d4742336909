// Written by `npm run kernels` from src/kernels/reference/cells/lab-cells.ts.
#include "lab_cells.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, LabCellsArgs& args) {
  call.read("rgb", args.rgb);
  call.read("lab", args.lab);
  call.read("light", args.light);
  call.read("lobe", args.lobe);
  call.read("width", args.width);
}

static bool fits(const LabCellsArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.rgb, {width, row_end, 3}) &&
         holds(args.lab, {width, row_end, 3}) &&
         holds(args.light, {4096}) &&
         holds(args.lobe, {4096});
}

static napi_value callLabCells(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<LabCellsArgs>(labCells);
}
LW_REGISTER(labCells, callLabCells);

}  // namespace lightwell
