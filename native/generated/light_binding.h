// Written by `npm run kernels` from src/kernels/declarations/light.ts.
#pragma once
#include "light.h"

#include <algorithm>

#include "../binding.h"

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

static void readArgs(Call& call, GuidedFilterArgs& args) {
  call.read({0, "guide"}, args.guide);
  call.read({1, "planes"}, args.planes);
  call.read({2, "coefficients"}, args.coefficients);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "radius"}, args.radius);
  call.read({6, "epsilon"}, args.epsilon);
}

static bool fits(const GuidedFilterArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, radius = args.radius;
  return areSizes(width, height) &&
         radius >= 0 &&
         row_end <= kMaxSize &&
         holds(args.guide, {width, height}) &&
         holds(args.planes, {width, height, row_end}) &&
         holds(args.coefficients, {width, height, row_end, 2});
}

LW_KERNEL(guidedFilter) {
  return call.run<GuidedFilterArgs>(guidedFilter);
}

static void readArgs(Call& call, LightCellsArgs& args) {
  call.read({0, "lumas"}, args.lumas);
  call.read({1, "stops"}, args.stops);
  call.read({2, "logLight"}, args.log_light);
  call.read({3, "trust"}, args.trust);
  call.read({4, "light"}, args.light);
  call.read({5, "width"}, args.width);
  call.read({6, "height"}, args.height);
  call.read({7, "factor"}, args.factor);
}

static bool fits(const LightCellsArgs& args, int row_end) {
  const int64_t lumas = args.lumas.size(), width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         row_end <= (height + factor - 1) / factor &&
         eachHolds(args.lumas, {width, height}) &&
         holds(args.stops, {lumas}) &&
         holds(args.log_light, {4096}) &&
         holds(args.trust, {4096}) &&
         holds(args.light, {(width + factor - 1) / factor, (height + factor - 1) / factor});
}

LW_KERNEL(lightCells) {
  return call.run<LightCellsArgs>(lightCells);
}

static void readArgs(Call& call, PlanLightArgs& args) {
  call.read({0, "light"}, args.light);
  call.read({1, "exposures"}, args.exposures);
  call.read({2, "priors"}, args.priors);
  call.read({3, "display"}, args.display);
  call.read({4, "planned"}, args.planned);
  call.read({5, "count"}, args.count);
  call.read({6, "width"}, args.width);
  call.read({7, "height"}, args.height);
  call.read({8, "texture"}, args.texture);
}

static bool fits(const PlanLightArgs& args, int row_end) {
  const int64_t count = args.count, width = args.width, height = args.height;
  return areSizes(count, width, height) &&
         row_end <= 1 &&
         holds(args.light, {width, height}) &&
         holds(args.exposures, {count}) &&
         holds(args.priors, {count}) &&
         holds(args.display, {1537}) &&
         holds(args.planned, {width, height});
}

LW_KERNEL(planLight) {
  return call.run<PlanLightArgs>(planLight);
}

static void readArgs(Call& call, StructureMapsArgs& args) {
  call.read({0, "sources"}, args.sources);
  call.read({1, "lumas"}, args.lumas);
  call.read({2, "structure"}, args.structure);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "factor"}, args.factor);
}

static bool fits(const StructureMapsArgs& args, int row_end) {
  const int64_t sources = args.sources.size(), width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         row_end <= (height + factor - 1) / factor &&
         eachHolds(args.sources, {width, height}) &&
         int64_t(args.lumas.size()) == sources &&
         eachHolds(args.lumas, {(width + factor - 1) / factor, (height + factor - 1) / factor}) &&
         int64_t(args.structure.size()) == sources &&
         eachHolds(args.structure, {(width + factor - 1) / factor, (height + factor - 1) / factor});
}

LW_KERNEL(structureMaps) {
  return call.run<StructureMapsArgs>(structureMaps);
}

}  // namespace lightwell
