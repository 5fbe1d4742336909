// Written by `npm run kernels` from src/kernels/declarations/light/expose-frames.ts.
#pragma once
#include "expose_frames.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, ExposeFramesArgs& args) {
  call.read({0, "frames"}, args.frames);
  call.read({1, "stops"}, args.stops);
  call.read({2, "logLight"}, args.log_light);
  call.read({3, "trust"}, args.trust);
  call.read({4, "display"}, args.display);
  call.read({5, "tone"}, args.tone);
  call.read({6, "shown"}, args.shown);
  call.read({7, "base"}, args.base);
  call.read({8, "curves"}, args.curves);
  call.read({9, "target"}, args.target);
  call.read({10, "width"}, args.width);
  call.read({11, "height"}, args.height);
  call.read({12, "baseWidth"}, args.base_width);
  call.read({13, "baseHeight"}, args.base_height);
  call.read({14, "baseFactor"}, args.base_factor);
  call.read({15, "gridWidth"}, args.grid_width);
  call.read({16, "gridHeight"}, args.grid_height);
  call.read({17, "gridDepth"}, args.grid_depth);
  call.read({18, "gridPx"}, args.grid_px);
  call.read({19, "firstBin"}, args.first_bin);
  call.read({20, "binStops"}, args.bin_stops);
  call.read({21, "knee"}, args.knee);
  call.read({22, "highlights"}, args.highlights);
  call.read({23, "detail"}, args.detail);
}

static bool fits(const ExposeFramesArgs& args, int row_end) {
  const int64_t frames = args.frames.size(), width = args.width, height = args.height, base_width = args.base_width, base_height = args.base_height, base_factor = args.base_factor, grid_width = args.grid_width, grid_height = args.grid_height, grid_depth = args.grid_depth;
  return areSizes(width, height, base_width, base_height, base_factor, grid_width, grid_height, grid_depth) &&
         base_width <= width / base_factor + 1 &&
         base_height <= height / base_factor + 1 &&
         base_factor <= 128 &&
         row_end <= height &&
         eachHolds(args.frames, {width, height, 3}) &&
         holds(args.stops, {frames}) &&
         holds(args.log_light, {4096}) &&
         holds(args.trust, {4096}) &&
         holds(args.display, {1537}) &&
         holds(args.tone, {1537}) &&
         holds(args.shown, {1537}) &&
         holds(args.base, {2, base_width, base_height}) &&
         holds(args.curves, {grid_width, grid_height, grid_depth}) &&
         holds(args.target, {width, height, 3});
}

LW_KERNEL(exposeFrames) {
  return call.run<ExposeFramesArgs>(exposeFrames);
}

}  // namespace lightwell
