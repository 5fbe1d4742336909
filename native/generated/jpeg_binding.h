// Written by `npm run kernels` from src/kernels/declarations/jpeg.ts.
#pragma once
#include "jpeg.h"

#include <algorithm>

#include "../binding.h"

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

static void readArgs(Call& call, UnpackLosslessArgs& args) {
  call.read({0, "bytes"}, args.bytes);
  call.read({1, "pieces"}, args.pieces);
  call.read({2, "tables"}, args.tables);
  if (call.given({3, "curve"})) call.read({3, "curve"}, args.curve);
  call.read({4, "target"}, args.target);
  call.read({5, "sound"}, args.sound);
  call.read({6, "pieceCount"}, args.piece_count);
  call.read({7, "width"}, args.width);
  call.read({8, "height"}, args.height);
}

static bool fits(const UnpackLosslessArgs& args, int row_end) {
  const int64_t piece_count = args.piece_count, width = args.width, height = args.height;
  return areSizes(piece_count, width, height) &&
         row_end <= piece_count &&
         holds(args.pieces, {piece_count, 14}) &&
         holds(args.tables, {piece_count, 4, 33}) &&
         (args.curve.length == 0 || holds(args.curve, {65536})) &&
         holds(args.target, {width, height}) &&
         holds(args.sound, {piece_count});
}

LW_KERNEL(unpackLossless) {
  return call.run<UnpackLosslessArgs>(unpackLossless);
}

}  // namespace lightwell
