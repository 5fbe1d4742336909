#include "../kernels/geometry/level_lines.h"

#include "../binding.h"

namespace lightwell {

static napi_value callLevelLines(napi_env env, napi_callback_info info) {
  Call call(env, info);
  LevelLinesArgs args{};
  args.source = call.f32("source");
  args.light = call.f32("light");
  args.magnitude = call.f32("magnitude");
  args.direction_x = call.f32("directionX");
  args.direction_y = call.f32("directionY");
  args.width = call.integer("width");
  args.height = call.integer("height");
  args.channels = call.integer("channels");
  args.red = call.number("red");
  args.green = call.number("green");
  args.blue = call.number("blue");
  args.min_magnitude = call.number("minMagnitude");
  args.max_slope_x = call.number("maxSlopeX");
  args.max_slope_y = call.number("maxSlopeY");
  if (call.failed()) return nullptr;
  return call.finish(levelLines(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(levelLines, callLevelLines);

}  // namespace lightwell
