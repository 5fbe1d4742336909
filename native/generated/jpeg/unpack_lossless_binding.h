// Written by `npm run kernels` from src/kernels/declarations/jpeg/unpack-lossless.ts.
#pragma once
#include "unpack_lossless.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

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
