// Written by `npm run kernels` from src/kernels/declarations/jpeg/jpeg-dc.ts.
#pragma once
#include "jpeg_dc.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, JpegDcArgs& args) {
  call.read({0, "scan"}, args.scan);
  call.read({1, "tables"}, args.tables);
  call.read({2, "quants"}, args.quants);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "across"}, args.across);
  call.read({6, "down"}, args.down);
  call.read({7, "restartInterval"}, args.restart_interval);
  call.read({8, "target"}, args.target);
}

static bool fits(const JpegDcArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, across = args.across, down = args.down, restart_interval = args.restart_interval;
  return width >= 8 &&
         width <= 65535 &&
         height >= 8 &&
         height <= 65535 &&
         (across == 1 || across == 2) &&
         (down == 1 || down == 2) &&
         restart_interval >= 0 &&
         row_end <= 1 &&
         holds(args.tables, {3, 2, 272}) &&
         holds(args.quants, {3}) &&
         holds(args.target, {height / 8, width / 8, 3});
}

LW_KERNEL(jpegDc) {
  return call.run<JpegDcArgs>(jpegDc);
}

}  // namespace lightwell
