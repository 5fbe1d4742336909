// Written by `npm run kernels` from src/kernels/reference/cells/green-cells.ts.
#include "green_cells.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, GreenCellsArgs& args) {
  call.read("copy", args.copy);
  call.read("target", args.target);
  call.read("clipped", args.clipped);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("clipAt", args.clip_at);
}

static bool fits(const GreenCellsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.copy, {width, height, 6}) &&
         holds(args.target, {width, height}) &&
         holds(args.clipped, {width, height});
}

static napi_value callGreenCells(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<GreenCellsArgs>(greenCells);
}
LW_REGISTER(greenCells, callGreenCells);

}  // namespace lightwell
