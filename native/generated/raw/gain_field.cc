// Written by `npm run kernels` from src/kernels/reference/raw/gain-field.ts.
#include "gain_field.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, GainFieldArgs& args) {
  call.read("data", args.data);
  call.read("grid", args.grid);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("samples", args.samples);
  call.read("top", args.top);
  call.read("left", args.left);
  call.read("bottom", args.bottom);
  call.read("right", args.right);
  call.read("rowPitch", args.row_pitch);
  call.read("colPitch", args.col_pitch);
  call.read("plane", args.plane);
  call.read("planes", args.planes);
  call.read("pointsV", args.points_v);
  call.read("pointsH", args.points_h);
  call.read("mapPlanes", args.map_planes);
  call.read("stepX", args.step_x);
  call.read("stepY", args.step_y);
  call.read("originX", args.origin_x);
  call.read("originY", args.origin_y);
  call.read("pedestal", args.pedestal);
}

static bool fits(const GainFieldArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, samples = args.samples, top = args.top, left = args.left, bottom = args.bottom, right = args.right, row_pitch = args.row_pitch, col_pitch = args.col_pitch, plane = args.plane, planes = args.planes, points_v = args.points_v, points_h = args.points_h, map_planes = args.map_planes;
  return areSizes(width, height, row_pitch, col_pitch, planes, points_v, points_h, map_planes) &&
         (samples == 1 || samples == 3) &&
         top >= 0 &&
         top <= bottom &&
         left >= 0 &&
         left <= right &&
         bottom >= 0 &&
         bottom <= height &&
         right >= 0 &&
         right <= width &&
         plane >= 0 &&
         plane <= samples - planes &&
         row_end <= height &&
         holds(args.data, {width, height, samples}) &&
         holds(args.grid, {points_v, points_h, map_planes});
}

static napi_value callGainField(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<GainFieldArgs>(gainField);
}
LW_REGISTER(gainField, callGainField);

}  // namespace lightwell
