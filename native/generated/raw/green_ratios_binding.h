// Written by `npm run kernels` from src/kernels/declarations/raw/green-ratios.ts.
#pragma once
#include "green_ratios.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, GreenRatiosArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "greens"}, args.greens);
  call.read({2, "edges"}, args.edges);
  call.read({3, "counts"}, args.counts);
  call.read({4, "width"}, args.width);
  call.read({5, "height"}, args.height);
  call.read({6, "samples"}, args.samples);
  call.read({7, "channel"}, args.channel);
  call.read({8, "cellWidth"}, args.cell_width);
  call.read({9, "cellHeight"}, args.cell_height);
  call.read({10, "down"}, args.down);
  call.read({11, "stride"}, args.stride);
  call.read({12, "black"}, args.black);
  call.read({13, "range"}, args.range);
  call.read({14, "least"}, args.least);
  call.read({15, "most"}, args.most);
  call.read({16, "floor"}, args.floor);
}

static bool fits(const GreenRatiosArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, samples = args.samples, channel = args.channel, cell_width = args.cell_width, cell_height = args.cell_height, down = args.down, stride = args.stride;
  return areSizes(width, height, cell_width, cell_height, stride) &&
         (samples == 1 || samples == 3) &&
         channel >= 0 &&
         channel <= samples - 1 &&
         (down == 0 || down == 1) &&
         row_end <= (height + stride - 1) / stride &&
         holds(args.source, {width, height, samples}) &&
         holds(args.greens, {cell_width, cell_height}) &&
         holds(args.edges, {300}) &&
         holds(args.counts, {(height + stride - 1) / stride, 300});
}

LW_KERNEL(greenRatios) {
  return call.run<GreenRatiosArgs>(greenRatios);
}

}  // namespace lightwell
