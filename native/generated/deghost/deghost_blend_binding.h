// Written by `npm run kernels` from src/kernels/declarations/deghost/deghost-blend.ts.
#pragma once
#include "deghost_blend.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S, typename T>
static void readArgs(Call& call, DeghostBlendArgs<S, T>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "table"}, args.table);
  call.read({3, "whiteFrom"}, args.white_from);
  call.read({4, "share"}, args.share);
  call.read({5, "width"}, args.width);
  call.read({6, "height"}, args.height);
  call.read({7, "gridWidth"}, args.grid_width);
  call.read({8, "gridHeight"}, args.grid_height);
  call.read({9, "factor"}, args.factor);
  call.read({10, "wrapX"}, args.wrap_x);
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

LW_KERNEL(deghostBlend) {
  if (call.isU8({0, "source"}) && call.isU8({1, "target"})) return call.run<DeghostBlendArgs<uint8_t, uint8_t>>(deghostBlend);
  if (call.isU8({0, "source"})) return call.run<DeghostBlendArgs<uint8_t, uint16_t>>(deghostBlend);
  if (call.isU8({1, "target"})) return call.run<DeghostBlendArgs<uint16_t, uint8_t>>(deghostBlend);
  return call.run<DeghostBlendArgs<uint16_t, uint16_t>>(deghostBlend);
}

}  // namespace lightwell
