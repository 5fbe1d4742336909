// Written by `npm run kernels` from src/kernels/reference/raw/raw-levels.ts.
#include "raw_levels.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, RawLevelsArgs& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("levels", args.levels);
  call.read("scales", args.scales);
  call.read("columns", args.columns);
  call.read("rows", args.rows);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("samples", args.samples);
  call.read("cellWidth", args.cell_width);
  call.read("cellHeight", args.cell_height);
  call.read("pedestal", args.pedestal);
}

static bool fits(const RawLevelsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, samples = args.samples, cell_width = args.cell_width, cell_height = args.cell_height;
  return areSizes(width, height, cell_width, cell_height) &&
         (samples == 1 || samples == 3) &&
         row_end <= height &&
         holds(args.source, {width, height, samples}) &&
         holds(args.target, {width, height, samples}) &&
         holds(args.levels, {cell_width, cell_height, samples}) &&
         holds(args.scales, {cell_width, cell_height, samples}) &&
         holds(args.columns, {width}) &&
         holds(args.rows, {height});
}

static napi_value callRawLevels(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<RawLevelsArgs>(rawLevels);
}
LW_REGISTER(rawLevels, callRawLevels);

}  // namespace lightwell
