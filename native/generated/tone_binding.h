// Written by `npm run kernels` from src/kernels/declarations/tone.ts.
#pragma once
#include "tone.h"

#include <algorithm>

#include "../binding.h"

namespace lightwell {

template <typename S, typename T>
static void readArgs(Call& call, ToneMapArgs<S, T>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "grid"}, args.grid);
  call.read({5, "gridWidth"}, args.grid_width);
  call.read({6, "gridHeight"}, args.grid_height);
  call.read({7, "gridScaleX"}, args.grid_scale_x);
  call.read({8, "gridScaleY"}, args.grid_scale_y);
  call.read({9, "wrapX"}, args.wrap_x);
  call.read({10, "curve"}, args.curve);
  call.read({11, "vibrance"}, args.vibrance);
  call.read({12, "white"}, args.white);
  call.read({13, "dither"}, args.dither);
}

template <typename S, typename T>
static bool fits(const ToneMapArgs<S, T>& args, int row_end) {
  const int64_t width = args.width, height = args.height, grid_width = args.grid_width, grid_height = args.grid_height;
  return areSizes(width, height, grid_width, grid_height) &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.grid, {grid_width, grid_height, 8}) &&
         holds(args.curve, {2, 5});
}

LW_KERNEL(toneMap) {
  if (call.isU8({0, "source"}) && call.isU8({1, "target"})) return call.run<ToneMapArgs<uint8_t, uint8_t>>(toneMap);
  if (call.isU8({0, "source"})) return call.run<ToneMapArgs<uint8_t, uint16_t>>(toneMap);
  if (call.isU8({1, "target"})) return call.run<ToneMapArgs<uint16_t, uint8_t>>(toneMap);
  return call.run<ToneMapArgs<uint16_t, uint16_t>>(toneMap);
}

}  // namespace lightwell
