// Written by `npm run kernels` from src/kernels/declarations/develop/hue-sat-map.ts.
#pragma once
#include "hue_sat_map.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, HueSatMapArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "table"}, args.table);
  call.read({3, "forward"}, args.forward);
  call.read({4, "backward"}, args.backward);
  call.read({5, "clip"}, args.clip);
  call.read({6, "width"}, args.width);
  call.read({7, "height"}, args.height);
  call.read({8, "hues"}, args.hues);
  call.read({9, "saturations"}, args.saturations);
  call.read({10, "values"}, args.values);
  call.read({11, "encoded"}, args.encoded);
}

static bool fits(const HueSatMapArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, hues = args.hues, saturations = args.saturations, values = args.values;
  return areSizes(width, height, hues, values) &&
         hues <= 4096 &&
         saturations >= 2 &&
         saturations <= 4096 &&
         values <= 4096 &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.table, {hues, saturations, values, 3}) &&
         holds(args.forward, {9}) &&
         holds(args.backward, {9}) &&
         holds(args.clip, {3});
}

LW_KERNEL(hueSatMap) {
  return call.run<HueSatMapArgs>(hueSatMap);
}

}  // namespace lightwell
