// Written by `npm run kernels` from src/kernels/declarations/deghost.ts.
#pragma once
#include "deghost.h"

#include <algorithm>

#include "../binding.h"

namespace lightwell {

template <typename S, typename T>
static void readArgs(Call& call, DeghostBlendArgs<S, T>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "table"}, args.table);
  call.read({3, "whiteFrom"}, args.white_from);
  call.read({4, "share"}, args.share);
  if (call.given({5, "top"})) call.read({5, "top"}, args.top);
  call.read({6, "width"}, args.width);
  call.read({7, "height"}, args.height);
  call.read({8, "gridWidth"}, args.grid_width);
  call.read({9, "gridHeight"}, args.grid_height);
  call.read({10, "factor"}, args.factor);
  call.read({11, "wrapX"}, args.wrap_x);
}

template <typename S, typename T>
static bool fits(const DeghostBlendArgs<S, T>& args, int row_end) {
  const int64_t white_from = args.white_from, top = args.top, width = args.width, height = args.height, grid_width = args.grid_width, grid_height = args.grid_height, factor = args.factor;
  return areSizes(width, height, grid_width, grid_height, factor) &&
         white_from >= 0 &&
         top >= 0 &&
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

static void readArgs(Call& call, DeghostCompareArgs& args) {
  call.read({0, "dark"}, args.dark);
  call.read({1, "bright"}, args.bright);
  call.read({2, "up"}, args.up);
  call.read({3, "down"}, args.down);
  call.read({4, "tolerances"}, args.tolerances);
  call.read({5, "slack"}, args.slack);
  call.read({6, "clippingSlack"}, args.clipping_slack);
  call.read({7, "forgiving"}, args.forgiving);
  if (call.given({8, "inside"})) call.read({8, "inside"}, args.inside);
  call.read({9, "target"}, args.target);
  call.read({10, "width"}, args.width);
  call.read({11, "height"}, args.height);
  call.read({12, "wrapX"}, args.wrap_x);
}

static bool fits(const DeghostCompareArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.dark, {width, height, 6}) &&
         holds(args.bright, {width, height, 6}) &&
         holds(args.up, {4, 1025}) &&
         holds(args.down, {4, 1025}) &&
         holds(args.tolerances, {4, 16}) &&
         (args.inside.length == 0 || holds(args.inside, {width, height})) &&
         holds(args.target, {width, height});
}

LW_KERNEL(deghostCompare) {
  return call.run<DeghostCompareArgs>(deghostCompare);
}

}  // namespace lightwell
