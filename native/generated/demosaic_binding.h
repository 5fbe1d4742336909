// Written by `npm run kernels` from src/kernels/declarations/demosaic.ts.
#pragma once
#include "demosaic.h"

#include <algorithm>

#include "../binding.h"

namespace lightwell {

static void readArgs(Call& call, DemosaicBayerArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "black"}, args.black);
  call.read({3, "scale"}, args.scale);
  call.read({4, "width"}, args.width);
  call.read({5, "height"}, args.height);
  call.read({6, "redX"}, args.red_x);
  call.read({7, "redY"}, args.red_y);
}

static bool fits(const DemosaicBayerArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, red_x = args.red_x, red_y = args.red_y;
  return areSizes(width, height) &&
         red_x >= 0 &&
         red_x <= 1 &&
         red_y >= 0 &&
         red_y <= 1 &&
         row_end <= height &&
         holds(args.source, {width, height}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.black, {3}) &&
         holds(args.scale, {3});
}

LW_KERNEL(demosaicBayer) {
  return call.run<DemosaicBayerArgs>(demosaicBayer);
}

static void readArgs(Call& call, DemosaicXtransArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "pattern"}, args.pattern);
  call.read({3, "filters"}, args.filters);
  call.read({4, "black"}, args.black);
  call.read({5, "scale"}, args.scale);
  call.read({6, "width"}, args.width);
  call.read({7, "height"}, args.height);
}

static bool fits(const DemosaicXtransArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.source, {width, height}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.pattern, {36}) &&
         holds(args.filters, {36, 2, 49, 10}) &&
         holds(args.black, {3}) &&
         holds(args.scale, {3});
}

LW_KERNEL(demosaicXtrans) {
  return call.run<DemosaicXtransArgs>(demosaicXtrans);
}

}  // namespace lightwell
