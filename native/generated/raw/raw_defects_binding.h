// Written by `npm run kernels` from src/kernels/declarations/raw/raw-defects.ts.
#pragma once
#include "raw_defects.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, RawDefectsArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "found"}, args.found);
  call.read({2, "pairs"}, args.pairs);
  call.read({3, "likes"}, args.likes);
  call.read({4, "probes"}, args.probes);
  call.read({5, "width"}, args.width);
  call.read({6, "height"}, args.height);
  call.read({7, "cellWidth"}, args.cell_width);
  call.read({8, "cellHeight"}, args.cell_height);
  call.read({9, "reachX"}, args.reach_x);
  call.read({10, "reachY"}, args.reach_y);
  call.read({11, "likeCount"}, args.like_count);
  call.read({12, "beside"}, args.beside);
  call.read({13, "probeLength"}, args.probe_length);
  call.read({14, "fellows"}, args.fellows);
  call.read({15, "sureSigmas"}, args.sure_sigmas);
  call.read({16, "slots"}, args.slots);
  call.read({17, "black"}, args.black);
  call.read({18, "white"}, args.white);
  call.read({19, "floor"}, args.floor);
  call.read({20, "share"}, args.share);
  call.read({21, "noiseScale"}, args.noise_scale);
  call.read({22, "noiseOffset"}, args.noise_offset);
}

static bool fits(const RawDefectsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, cell_width = args.cell_width, cell_height = args.cell_height, reach_x = args.reach_x, reach_y = args.reach_y, like_count = args.like_count, beside = args.beside, probe_length = args.probe_length, fellows = args.fellows, slots = args.slots, black = args.black, floor = args.floor, share = args.share;
  return areSizes(width, height, cell_width, cell_height, reach_x, reach_y, probe_length, slots) &&
         cell_width <= 64 &&
         cell_height <= 64 &&
         reach_x <= 64 &&
         reach_y <= 64 &&
         like_count >= 3 &&
         like_count <= 32 &&
         beside >= 1 &&
         beside <= probe_length &&
         probe_length <= 256 &&
         fellows >= 0 &&
         fellows <= beside - 1 &&
         slots <= 4096 &&
         black >= 0 &&
         black <= 65535 &&
         floor >= 1 &&
         floor <= 65535 &&
         share >= 0 &&
         share <= 65535 - floor &&
         row_end <= height &&
         holds(args.source, {width, height}) &&
         holds(args.found, {height, slots});
}

LW_KERNEL(rawDefects) {
  return call.run<RawDefectsArgs>(rawDefects);
}

}  // namespace lightwell
