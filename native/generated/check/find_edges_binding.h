// Written by `npm run kernels` from src/kernels/declarations/check/find-edges.ts.
#pragma once
#include "find_edges.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, FindEdgesArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "lightness"}, args.lightness);
  call.read({2, "edges"}, args.edges);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "blockPx"}, args.block_px);
  call.read({6, "spacing"}, args.spacing);
  call.read({7, "max"}, args.max);
  call.read({8, "leastSlope"}, args.least_slope);
  call.read({9, "leastStep"}, args.least_step);
  call.read({10, "mostSpread"}, args.most_spread);
  call.read({11, "darkest"}, args.darkest);
  call.read({12, "brightest"}, args.brightest);
}

template <typename S>
static bool fits(const FindEdgesArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, block_px = args.block_px, spacing = args.spacing;
  return areSizes(width, height, block_px, spacing) &&
         width >= 1 &&
         height >= 1 &&
         block_px >= 1 &&
         spacing >= 1 &&
         row_end <= (height + block_px - 1) / block_px &&
         holds(args.source, {width, height, 3}) &&
         holds(args.lightness, {1024}) &&
         holds(args.edges, {(width + block_px - 1) / block_px, (height + block_px - 1) / block_px, 4});
}

LW_KERNEL(findEdges) {
  if (call.isU8({0, "source"})) return call.run<FindEdgesArgs<uint8_t>>(findEdges);
  return call.run<FindEdgesArgs<uint16_t>>(findEdges);
}

}  // namespace lightwell
