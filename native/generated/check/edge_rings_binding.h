// Written by `npm run kernels` from src/kernels/declarations/check/edge-rings.ts.
#pragma once
#include "edge_rings.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, EdgeRingsArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "lightness"}, args.lightness);
  call.read({2, "edges"}, args.edges);
  call.read({3, "rings"}, args.rings);
  call.read({4, "width"}, args.width);
  call.read({5, "height"}, args.height);
  call.read({6, "columns"}, args.columns);
  call.read({7, "max"}, args.max);
}

template <typename S>
static bool fits(const EdgeRingsArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, columns = args.columns;
  return areSizes(width, height, columns) &&
         width >= 1 &&
         height >= 1 &&
         columns >= 1 &&
         row_end <= kMostSize &&
         holds(args.source, {width, height, 3}) &&
         holds(args.lightness, {1024}) &&
         holds(args.edges, {columns, row_end, 4}) &&
         holds(args.rings, {columns, row_end, 2});
}

LW_KERNEL(edgeRings) {
  if (call.isU8({0, "source"})) return call.run<EdgeRingsArgs<uint8_t>>(edgeRings);
  return call.run<EdgeRingsArgs<uint16_t>>(edgeRings);
}

}  // namespace lightwell
