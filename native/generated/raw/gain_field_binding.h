// Written by `npm run kernels` from src/kernels/declarations/raw/gain-field.ts.
#pragma once
#include "gain_field.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, GainFieldArgs& args) {
  call.read({0, "data"}, args.data);
  call.read({1, "grid"}, args.grid);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "samples"}, args.samples);
  call.read({5, "top"}, args.top);
  call.read({6, "left"}, args.left);
  call.read({7, "bottom"}, args.bottom);
  call.read({8, "right"}, args.right);
  call.read({9, "rowPitch"}, args.row_pitch);
  call.read({10, "colPitch"}, args.col_pitch);
  call.read({11, "plane"}, args.plane);
  call.read({12, "planes"}, args.planes);
  call.read({13, "pointsV"}, args.points_v);
  call.read({14, "pointsH"}, args.points_h);
  call.read({15, "mapPlanes"}, args.map_planes);
  call.read({16, "stepX"}, args.step_x);
  call.read({17, "stepY"}, args.step_y);
  call.read({18, "originX"}, args.origin_x);
  call.read({19, "originY"}, args.origin_y);
  call.read({20, "pedestal"}, args.pedestal);
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

LW_KERNEL(gainField) {
  return call.run<GainFieldArgs>(gainField);
}

}  // namespace lightwell
