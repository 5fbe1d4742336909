// Written by `npm run kernels` from src/kernels/declarations/demosaic/demosaic-xtrans.ts.
#pragma once
#include "demosaic_xtrans.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

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
