// Written by `npm run kernels` from src/kernels/reference/tone/tone-map.ts.
#include "tone_map.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S, typename T>
static void readArgs(Call& call, ToneMapArgs<S, T>& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("grid", args.grid);
  call.read("gridWidth", args.grid_width);
  call.read("gridHeight", args.grid_height);
  call.read("gridScaleX", args.grid_scale_x);
  call.read("gridScaleY", args.grid_scale_y);
  call.read("wrapX", args.wrap_x);
  call.read("curve", args.curve);
  call.read("vibrance", args.vibrance);
  call.read("white", args.white);
  call.read("dither", args.dither);
}

template <typename S, typename T>
static bool fits(const ToneMapArgs<S, T>& args, int row_end) {
  const int64_t width = args.width, height = args.height, grid_width = args.grid_width, grid_height = args.grid_height;
  return areSizes(width, height, grid_width, grid_height) &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.grid, {grid_width, grid_height, 7}) &&
         holds(args.curve, {2, 5});
}

static napi_value callToneMap(napi_env env, napi_callback_info info) {
  Call call(env, info);
  if (call.isU8("source") && call.isU8("target")) return call.run<ToneMapArgs<uint8_t, uint8_t>>(toneMap);
  if (call.isU8("source")) return call.run<ToneMapArgs<uint8_t, uint16_t>>(toneMap);
  if (call.isU8("target")) return call.run<ToneMapArgs<uint16_t, uint8_t>>(toneMap);
  return call.run<ToneMapArgs<uint16_t, uint16_t>>(toneMap);
}
LW_REGISTER(toneMap, callToneMap);

}  // namespace lightwell
