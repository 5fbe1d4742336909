// Written by `npm run kernels` from src/kernels/declarations/develop/gain-table-map.ts.
#pragma once
#include "gain_table_map.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, GainTableMapArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "gains"}, args.gains);
  call.read({3, "forward"}, args.forward);
  call.read({4, "clip"}, args.clip);
  call.read({5, "weights"}, args.weights);
  call.read({6, "width"}, args.width);
  call.read({7, "height"}, args.height);
  call.read({8, "rows"}, args.rows);
  call.read({9, "columns"}, args.columns);
  call.read({10, "points"}, args.points);
  call.read({11, "startX"}, args.start_x);
  call.read({12, "stepX"}, args.step_x);
  call.read({13, "startY"}, args.start_y);
  call.read({14, "stepY"}, args.step_y);
  call.read({15, "gamma"}, args.gamma);
  call.read({16, "scale"}, args.scale);
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

LW_KERNEL(gainTableMap) {
  return call.run<GainTableMapArgs>(gainTableMap);
}

}  // namespace lightwell
