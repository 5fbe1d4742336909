// Written by `npm run kernels` from src/kernels/declarations/raw.ts.
#pragma once
#include "raw.h"

#include <algorithm>

#include "../binding.h"

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

static void readArgs(Call& call, GreenRatiosArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "greens"}, args.greens);
  call.read({2, "edges"}, args.edges);
  call.read({3, "counts"}, args.counts);
  call.read({4, "width"}, args.width);
  call.read({5, "height"}, args.height);
  call.read({6, "samples"}, args.samples);
  call.read({7, "channel"}, args.channel);
  call.read({8, "cellWidth"}, args.cell_width);
  call.read({9, "cellHeight"}, args.cell_height);
  call.read({10, "down"}, args.down);
  call.read({11, "stride"}, args.stride);
  call.read({12, "black"}, args.black);
  call.read({13, "range"}, args.range);
  call.read({14, "least"}, args.least);
  call.read({15, "most"}, args.most);
  call.read({16, "floor"}, args.floor);
}

static bool fits(const GreenRatiosArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, samples = args.samples, channel = args.channel, cell_width = args.cell_width, cell_height = args.cell_height, down = args.down, stride = args.stride;
  return areSizes(width, height, cell_width, cell_height, stride) &&
         (samples == 1 || samples == 3) &&
         channel >= 0 &&
         channel <= samples - 1 &&
         (down == 0 || down == 1) &&
         row_end <= (height + stride - 1) / stride &&
         holds(args.source, {width, height, samples}) &&
         holds(args.greens, {cell_width, cell_height}) &&
         holds(args.edges, {300}) &&
         holds(args.counts, {(height + stride - 1) / stride, 300});
}

LW_KERNEL(greenRatios) {
  return call.run<GreenRatiosArgs>(greenRatios);
}

static void readArgs(Call& call, RawDefectsArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "found"}, args.found);
  call.read({2, "pairs"}, args.pairs);
  call.read({3, "likes"}, args.likes);
  call.read({4, "probes"}, args.probes);
  call.read({5, "width"}, args.width);
  call.read({6, "height"}, args.height);
  call.read({7, "cellWidth"}, args.cell_width);
  call.read({8, "cellHeight"}, args.cell_height);
  call.read({9, "reachX"}, args.reach_x);
  call.read({10, "reachY"}, args.reach_y);
  call.read({11, "likeCount"}, args.like_count);
  call.read({12, "adjacentCount"}, args.adjacent_count);
  call.read({13, "probeLength"}, args.probe_length);
  call.read({14, "fellows"}, args.fellows);
  call.read({15, "sureSigmas"}, args.sure_sigmas);
  call.read({16, "slots"}, args.slots);
  call.read({17, "black"}, args.black);
  call.read({18, "white"}, args.white);
  call.read({19, "floor"}, args.floor);
  call.read({20, "share"}, args.share);
  call.read({21, "noiseScale"}, args.noise_scale);
  call.read({22, "noiseOffset"}, args.noise_offset);
}

static bool fits(const RawDefectsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, cell_width = args.cell_width, cell_height = args.cell_height, reach_x = args.reach_x, reach_y = args.reach_y, like_count = args.like_count, adjacent_count = args.adjacent_count, probe_length = args.probe_length, fellows = args.fellows, slots = args.slots, black = args.black, floor = args.floor, share = args.share;
  return areSizes(width, height, cell_width, cell_height, reach_x, reach_y, probe_length, slots) &&
         cell_width <= 64 &&
         cell_height <= 64 &&
         reach_x <= 64 &&
         reach_y <= 64 &&
         like_count >= 3 &&
         like_count <= 32 &&
         adjacent_count >= 1 &&
         adjacent_count <= probe_length &&
         probe_length <= 256 &&
         fellows >= 0 &&
         fellows <= adjacent_count - 1 &&
         slots <= 4096 &&
         black >= 0 &&
         black <= 65535 &&
         floor >= 1 &&
         floor <= 65535 &&
         share >= 0 &&
         share <= 65535 - floor &&
         row_end <= height &&
         holds(args.source, {width, height}) &&
         holds(args.found, {height, slots});
}

LW_KERNEL(rawDefects) {
  return call.run<RawDefectsArgs>(rawDefects);
}

static void readArgs(Call& call, RawDenoiseArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "floor"}, args.floor);
  call.read({5, "lumaReach"}, args.luma_reach);
  call.read({6, "chromaReach"}, args.chroma_reach);
  call.read({7, "lumaShare"}, args.luma_share);
}

static bool fits(const RawDenoiseArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3});
}

LW_KERNEL(rawDenoise) {
  return call.run<RawDenoiseArgs>(rawDenoise);
}

static void readArgs(Call& call, RawLevelsArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "levels"}, args.levels);
  call.read({3, "scales"}, args.scales);
  call.read({4, "columns"}, args.columns);
  call.read({5, "rows"}, args.rows);
  call.read({6, "width"}, args.width);
  call.read({7, "height"}, args.height);
  call.read({8, "samples"}, args.samples);
  call.read({9, "cellWidth"}, args.cell_width);
  call.read({10, "cellHeight"}, args.cell_height);
  call.read({11, "pedestal"}, args.pedestal);
}

static bool fits(const RawLevelsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, samples = args.samples, cell_width = args.cell_width, cell_height = args.cell_height;
  return areSizes(width, height, cell_width, cell_height) &&
         (samples == 1 || samples == 3) &&
         row_end <= height &&
         holds(args.source, {width, height, samples}) &&
         holds(args.target, {width, height, samples}) &&
         holds(args.levels, {cell_width, cell_height, samples}) &&
         holds(args.scales, {cell_width, cell_height, samples}) &&
         holds(args.columns, {width}) &&
         holds(args.rows, {height});
}

LW_KERNEL(rawLevels) {
  return call.run<RawLevelsArgs>(rawLevels);
}

}  // namespace lightwell
