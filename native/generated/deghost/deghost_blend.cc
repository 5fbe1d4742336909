// Written by `npm run kernels` from src/kernels/reference/deghost/deghost-blend.ts.
#include "deghost_blend.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S, typename T>
static void readArgs(Call& call, DeghostBlendArgs<S, T>& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("table", args.table);
  call.read("whiteFrom", args.white_from);
  call.read("share", args.share);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("gridWidth", args.grid_width);
  call.read("gridHeight", args.grid_height);
  call.read("factor", args.factor);
  call.read("wrapX", args.wrap_x);
}

template <typename S, typename T>
static bool fits(const DeghostBlendArgs<S, T>& args, int row_end) {
  const int64_t white_from = args.white_from, width = args.width, height = args.height, grid_width = args.grid_width, grid_height = args.grid_height, factor = args.factor;
  return areSizes(width, height, grid_width, grid_height, factor) &&
         white_from >= 0 &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.share, {grid_width, grid_height});
}

static napi_value callDeghostBlend(napi_env env, napi_callback_info info) {
  Call call(env, info);
  if (call.isU8("source") && call.isU8("target")) return call.run<DeghostBlendArgs<uint8_t, uint8_t>>(deghostBlend);
  if (call.isU8("source")) return call.run<DeghostBlendArgs<uint8_t, uint16_t>>(deghostBlend);
  if (call.isU8("target")) return call.run<DeghostBlendArgs<uint16_t, uint8_t>>(deghostBlend);
  return call.run<DeghostBlendArgs<uint16_t, uint16_t>>(deghostBlend);
}
LW_REGISTER(deghostBlend, callDeghostBlend);

}  // namespace lightwell
