// Written by `npm run kernels` from src/kernels/declarations/geometry.ts.
#pragma once
#include "geometry.h"

#include <algorithm>

#include "../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, ChannelShiftsArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "shifts"}, args.shifts);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "blockPx"}, args.block_px);
  call.read({5, "spacing"}, args.spacing);
  call.read({6, "max"}, args.max);
  call.read({7, "minSlope"}, args.min_slope);
  call.read({8, "minContrast"}, args.min_contrast);
  call.read({9, "brightest"}, args.brightest);
  call.read({10, "halved"}, args.halved);
  call.read({11, "unitsPerPx"}, args.units_per_px);
  call.read({12, "redLinear"}, args.red_linear);
  call.read({13, "redCubic"}, args.red_cubic);
  call.read({14, "blueLinear"}, args.blue_linear);
  call.read({15, "blueCubic"}, args.blue_cubic);
}

template <typename S>
static bool fits(const ChannelShiftsArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, block_px = args.block_px, spacing = args.spacing, halved = args.halved;
  return areSizes(width, height, block_px, spacing) &&
         width >= 1 &&
         height >= 1 &&
         block_px >= 1 &&
         spacing >= 1 &&
         (halved == 0 || halved == 1) &&
         row_end <= (height + block_px - 1) / block_px &&
         holds(args.source, {width, height, 3}) &&
         holds(args.shifts, {(width + block_px - 1) / block_px, (height + block_px - 1) / block_px, 8});
}

LW_KERNEL(channelShifts) {
  if (call.isU8({0, "source"})) return call.run<ChannelShiftsArgs<uint8_t>>(channelShifts);
  return call.run<ChannelShiftsArgs<uint16_t>>(channelShifts);
}

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

template <typename S, typename T>
static void readArgs(Call& call, WarpArgs<S, T>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "sourceWidth"}, args.source_width);
  call.read({3, "sourceHeight"}, args.source_height);
  call.read({4, "targetWidth"}, args.target_width);
  call.read({5, "targetHeight"}, args.target_height);
  call.read({6, "grid"}, args.grid);
  call.read({7, "gridStep"}, args.grid_step);
  call.read({8, "nodesX"}, args.nodes_x);
  call.read({9, "nodesY"}, args.nodes_y);
  call.read({10, "mapChannels"}, args.map_channels);
  if (call.given({11, "gain"})) call.read({11, "gain"}, args.gain);
  call.read({12, "wrapX"}, args.wrap_x);
}

template <typename S, typename T>
static bool fits(const WarpArgs<S, T>& args, int row_end) {
  const int64_t source_width = args.source_width, source_height = args.source_height, target_width = args.target_width, target_height = args.target_height, grid_step = args.grid_step, nodes_x = args.nodes_x, nodes_y = args.nodes_y, map_channels = args.map_channels;
  return areSizes(source_width, source_height, target_width, target_height, grid_step, nodes_x, nodes_y) &&
         grid_step <= 64 &&
         nodes_x >= (target_width - 1) / grid_step + 2 &&
         nodes_y >= (target_height - 1) / grid_step + 2 &&
         (map_channels == 1 || map_channels == 3) &&
         row_end <= target_height &&
         holds(args.source, {source_width, source_height, 3}) &&
         holds(args.target, {target_width, target_height, 3}) &&
         holds(args.grid, {nodes_x, nodes_y, map_channels, 2}) &&
         (args.gain.length == 0 || holds(args.gain, {nodes_x, nodes_y}));
}

LW_KERNEL(warp) {
  if (call.isU8({0, "source"}) && call.isU8({1, "target"})) return call.run<WarpArgs<uint8_t, uint8_t>>(warp);
  if (call.isU8({0, "source"})) return call.run<WarpArgs<uint8_t, uint16_t>>(warp);
  if (call.isU8({1, "target"})) return call.run<WarpArgs<uint16_t, uint8_t>>(warp);
  return call.run<WarpArgs<uint16_t, uint16_t>>(warp);
}

}  // namespace lightwell
