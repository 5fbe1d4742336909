// Written by `npm run kernels` from src/kernels/reference/develop/gain-table-map.ts.
#include "gain_table_map.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, GainTableMapArgs& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("gains", args.gains);
  call.read("forward", args.forward);
  call.read("clip", args.clip);
  call.read("weights", args.weights);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("rows", args.rows);
  call.read("columns", args.columns);
  call.read("points", args.points);
  call.read("startX", args.start_x);
  call.read("stepX", args.step_x);
  call.read("startY", args.start_y);
  call.read("stepY", args.step_y);
  call.read("gamma", args.gamma);
  call.read("scale", args.scale);
}

static bool fits(const GainTableMapArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, rows = args.rows, columns = args.columns, points = args.points;
  return areSizes(width, height, rows, columns, points) &&
         rows <= 65536 &&
         columns <= 65536 &&
         points <= 65536 &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.gains, {rows, columns, points}) &&
         holds(args.forward, {9}) &&
         holds(args.clip, {3}) &&
         holds(args.weights, {5});
}

static napi_value callGainTableMap(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<GainTableMapArgs>(gainTableMap);
}
LW_REGISTER(gainTableMap, callGainTableMap);

}  // namespace lightwell
