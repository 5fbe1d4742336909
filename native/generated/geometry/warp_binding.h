// Written by `npm run kernels` from src/kernels/declarations/geometry/warp.ts.
#pragma once
#include "warp.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

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
