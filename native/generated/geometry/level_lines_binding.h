// Written by `npm run kernels` from src/kernels/declarations/geometry/level-lines.ts.
#pragma once
#include "level_lines.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, LevelLinesArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "light"}, args.light);
  call.read({2, "magnitude"}, args.magnitude);
  call.read({3, "directionX"}, args.direction_x);
  call.read({4, "directionY"}, args.direction_y);
  call.read({5, "width"}, args.width);
  call.read({6, "height"}, args.height);
  call.read({7, "channels"}, args.channels);
  call.read({8, "red"}, args.red);
  call.read({9, "green"}, args.green);
  call.read({10, "blue"}, args.blue);
  call.read({11, "minMagnitude"}, args.min_magnitude);
  call.read({12, "maxSlopeX"}, args.max_slope_x);
  call.read({13, "maxSlopeY"}, args.max_slope_y);
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

LW_KERNEL(levelLines) {
  return call.run<LevelLinesArgs>(levelLines);
}

}  // namespace lightwell
