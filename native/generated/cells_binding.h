// Written by `npm run kernels` from src/kernels/declarations/cells.ts.
#pragma once
#include "cells.h"

#include <algorithm>

#include "../binding.h"

namespace lightwell {

static void readArgs(Call& call, CellColoursArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
}

static bool fits(const CellColoursArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMaxSize &&
         holds(args.copy, {width, row_end, 6}) &&
         holds(args.target, {width, row_end, 3});
}

LW_KERNEL(cellColours) {
  return call.run<CellColoursArgs>(cellColours);
}

static void readArgs(Call& call, CellLumaArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
}

static bool fits(const CellLumaArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMaxSize &&
         holds(args.copy, {width, row_end, 6}) &&
         holds(args.target, {width, row_end});
}

LW_KERNEL(cellLuma) {
  return call.run<CellLumaArgs>(cellLuma);
}

static void readArgs(Call& call, CoarsenCellsArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "target"}, args.target);
  call.read({2, "spreads"}, args.spreads);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "factor"}, args.factor);
}

static bool fits(const CoarsenCellsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         width >= factor &&
         height >= factor &&
         factor <= 64 &&
         row_end <= height / factor &&
         holds(args.copy, {width, height, 6}) &&
         holds(args.target, {width / factor, height / factor, 6}) &&
         holds(args.spreads, {width / factor, height / factor});
}

LW_KERNEL(coarsenCells) {
  return call.run<CoarsenCellsArgs>(coarsenCells);
}

static void readArgs(Call& call, ColouredCellsArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
}

static bool fits(const ColouredCellsArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMaxSize &&
         holds(args.source, {width, row_end, 3}) &&
         holds(args.target, {width, row_end, 6});
}

LW_KERNEL(colouredCells) {
  return call.run<ColouredCellsArgs>(colouredCells);
}

template <typename S>
static void readArgs(Call& call, DeghostShrinkArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "factor"}, args.factor);
}

template <typename S>
static bool fits(const DeghostShrinkArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         width >= factor &&
         height >= factor &&
         factor <= 64 &&
         row_end <= height / factor &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width / factor, height / factor, 6});
}

LW_KERNEL(deghostShrink) {
  if (call.isU8({0, "source"})) return call.run<DeghostShrinkArgs<uint8_t>>(deghostShrink);
  return call.run<DeghostShrinkArgs<uint16_t>>(deghostShrink);
}

static void readArgs(Call& call, DescribeCellsArgs& args) {
  call.read({0, "cells"}, args.cells);
  call.read({1, "spreads"}, args.spreads);
  call.read({2, "rgb"}, args.rgb);
  call.read({3, "luma"}, args.luma);
  call.read({4, "detail"}, args.detail);
  call.read({5, "fine"}, args.fine);
  call.read({6, "width"}, args.width);
  call.read({7, "perSample"}, args.per_sample);
  call.read({8, "offset"}, args.offset);
}

static bool fits(const DescribeCellsArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMaxSize &&
         holds(args.cells, {width, row_end, 6}) &&
         holds(args.spreads, {width, row_end}) &&
         holds(args.rgb, {width, row_end, 3}) &&
         holds(args.luma, {width, row_end}) &&
         holds(args.detail, {width, row_end}) &&
         holds(args.fine, {width, row_end});
}

LW_KERNEL(describeCells) {
  return call.run<DescribeCellsArgs>(describeCells);
}

static void readArgs(Call& call, GreenCellsArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "target"}, args.target);
  call.read({2, "clipped"}, args.clipped);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "clipAt"}, args.clip_at);
}

static bool fits(const GreenCellsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.copy, {width, height, 6}) &&
         holds(args.target, {width, height}) &&
         holds(args.clipped, {width, height});
}

LW_KERNEL(greenCells) {
  return call.run<GreenCellsArgs>(greenCells);
}

static void readArgs(Call& call, LabCellsArgs& args) {
  call.read({0, "rgb"}, args.rgb);
  call.read({1, "lab"}, args.lab);
  call.read({2, "light"}, args.light);
  call.read({3, "lobe"}, args.lobe);
  call.read({4, "width"}, args.width);
}

static bool fits(const LabCellsArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMaxSize &&
         holds(args.rgb, {width, row_end, 3}) &&
         holds(args.lab, {width, row_end, 3}) &&
         holds(args.light, {4096}) &&
         holds(args.lobe, {4096});
}

LW_KERNEL(labCells) {
  return call.run<LabCellsArgs>(labCells);
}

}  // namespace lightwell
