// Written by `npm run kernels` from src/kernels/reference/geometry/level-lines.ts.
#include "level_lines.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, LevelLinesArgs& args) {
  call.read("source", args.source);
  call.read("light", args.light);
  call.read("magnitude", args.magnitude);
  call.read("directionX", args.direction_x);
  call.read("directionY", args.direction_y);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("channels", args.channels);
  call.read("red", args.red);
  call.read("green", args.green);
  call.read("blue", args.blue);
  call.read("minMagnitude", args.min_magnitude);
  call.read("maxSlopeX", args.max_slope_x);
  call.read("maxSlopeY", args.max_slope_y);
}

static bool fits(const LevelLinesArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, channels = args.channels;
  return areSizes(width, height) &&
         (channels == 1 || channels == 3) &&
         row_end <= height &&
         holds(args.source, {width, height, channels}) &&
         holds(args.light, {width, height}) &&
         holds(args.magnitude, {width, height}) &&
         holds(args.direction_x, {width, height}) &&
         holds(args.direction_y, {width, height});
}

static napi_value callLevelLines(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<LevelLinesArgs>(levelLines);
}
LW_REGISTER(levelLines, callLevelLines);

}  // namespace lightwell
