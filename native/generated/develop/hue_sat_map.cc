// Written by `npm run kernels` from src/kernels/reference/develop/hue-sat-map.ts.
#include "hue_sat_map.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, HueSatMapArgs& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("table", args.table);
  call.read("forward", args.forward);
  call.read("backward", args.backward);
  call.read("clip", args.clip);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("hues", args.hues);
  call.read("saturations", args.saturations);
  call.read("values", args.values);
  call.read("encoded", args.encoded);
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

static napi_value callHueSatMap(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<HueSatMapArgs>(hueSatMap);
}
LW_REGISTER(hueSatMap, callHueSatMap);

}  // namespace lightwell
