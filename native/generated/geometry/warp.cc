// Written by `npm run kernels` from src/kernels/reference/geometry/warp.ts.
#include "warp.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S, typename T>
static void readArgs(Call& call, WarpArgs<S, T>& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("sourceWidth", args.source_width);
  call.read("sourceHeight", args.source_height);
  call.read("targetWidth", args.target_width);
  call.read("targetHeight", args.target_height);
  call.read("grid", args.grid);
  call.read("gridStep", args.grid_step);
  call.read("nodesX", args.nodes_x);
  call.read("nodesY", args.nodes_y);
  call.read("mapChannels", args.map_channels);
  if (call.given("gain")) call.read("gain", args.gain);
  call.read("wrapX", args.wrap_x);
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

static napi_value callWarp(napi_env env, napi_callback_info info) {
  Call call(env, info);
  if (call.isU8("source") && call.isU8("target")) return call.run<WarpArgs<uint8_t, uint8_t>>(warp);
  if (call.isU8("source")) return call.run<WarpArgs<uint8_t, uint16_t>>(warp);
  if (call.isU8("target")) return call.run<WarpArgs<uint16_t, uint8_t>>(warp);
  return call.run<WarpArgs<uint16_t, uint16_t>>(warp);
}
LW_REGISTER(warp, callWarp);

}  // namespace lightwell
