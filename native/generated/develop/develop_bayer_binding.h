// Written by `npm run kernels` from src/kernels/declarations/develop/develop-bayer.ts.
#pragma once
#include "develop_bayer.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename T>
static void readArgs(Call& call, DevelopBayerArgs<T>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "black"}, args.black);
  call.read({3, "scale"}, args.scale);
  call.read({4, "curve"}, args.curve);
  call.read({5, "matrix"}, args.matrix);
  call.read({6, "clip"}, args.clip);
  call.read({7, "width"}, args.width);
  call.read({8, "height"}, args.height);
  call.read({9, "redX"}, args.red_x);
  call.read({10, "redY"}, args.red_y);
  call.read({11, "left"}, args.left);
  call.read({12, "top"}, args.top);
  call.read({13, "cropWidth"}, args.crop_width);
  call.read({14, "cropHeight"}, args.crop_height);
  call.read({15, "start"}, args.start);
  call.read({16, "stepX"}, args.step_x);
  call.read({17, "stepY"}, args.step_y);
}

template <typename T>
static bool fits(const DevelopBayerArgs<T>& args, int row_end) {
  const int64_t width = args.width, height = args.height, red_x = args.red_x, red_y = args.red_y, left = args.left, top = args.top, crop_width = args.crop_width, crop_height = args.crop_height;
  return areSizes(width, height, crop_width, crop_height) &&
         red_x >= 0 &&
         red_x <= 1 &&
         red_y >= 0 &&
         red_y <= 1 &&
         left >= 0 &&
         left <= width - crop_width &&
         top >= 0 &&
         top <= height - crop_height &&
         row_end <= crop_height &&
         holds(args.source, {width, height}) &&
         holds(args.black, {3}) &&
         holds(args.scale, {3}) &&
         holds(args.curve, {65536}) &&
         holds(args.matrix, {9}) &&
         holds(args.clip, {3});
}

LW_KERNEL(developBayer) {
  if (call.isU8({1, "target"})) return call.run<DevelopBayerArgs<uint8_t>>(developBayer);
  return call.run<DevelopBayerArgs<uint16_t>>(developBayer);
}

}  // namespace lightwell
