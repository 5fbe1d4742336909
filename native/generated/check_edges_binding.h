// Written by `npm run kernels` from src/kernels/declarations/check-edges.ts.
#pragma once
#include "check_edges.h"

#include <algorithm>

#include "../binding.h"

namespace lightwell {

static void readArgs(Call& call, CountEdgesArgs& args) {
  call.read({0, "picture"}, args.picture);
  call.read({1, "plain"}, args.plain);
  call.read({2, "frames"}, args.frames);
  call.read({3, "counts"}, args.counts);
  call.read({4, "width"}, args.width);
  call.read({5, "height"}, args.height);
  call.read({6, "down"}, args.down);
  call.read({7, "reach"}, args.reach);
  call.read({8, "minStep"}, args.min_step);
  call.read({9, "shownShare"}, args.shown_share);
  call.read({10, "rampShare"}, args.ramp_share);
  call.read({11, "minRun"}, args.min_run);
}

static bool fits(const CountEdgesArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, reach = args.reach, min_run = args.min_run;
  return areSizes(width, height, reach, min_run) &&
         row_end <= 1 &&
         holds(args.picture, {width, height}) &&
         holds(args.plain, {width, height}) &&
         eachHolds(args.frames, {width, height}) &&
         holds(args.counts, {1});
}

LW_KERNEL(countEdges) {
  return call.run<CountEdgesArgs>(countEdges);
}

static void readArgs(Call& call, CountJumpsArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "frames"}, args.frames);
  call.read({2, "counts"}, args.counts);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "skip"}, args.skip);
  call.read({6, "minJump"}, args.min_jump);
  call.read({7, "timesJump"}, args.times_jump);
  call.read({8, "floor"}, args.floor);
}

static bool fits(const CountJumpsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, skip = args.skip;
  return areSizes(width, height) &&
         (skip == 1 || skip == 2 || skip == 4) &&
         row_end <= (height + 3) / 4 &&
         holds(args.copy, {width, height, 6}) &&
         eachHolds(args.frames, {width, height, 6}) &&
         holds(args.counts, {(width + 3) / 4, (height + 3) / 4});
}

LW_KERNEL(countJumps) {
  return call.run<CountJumpsArgs>(countJumps);
}

static void readArgs(Call& call, CountStepsArgs& args) {
  call.read({0, "picture"}, args.picture);
  call.read({1, "frames"}, args.frames);
  call.read({2, "reversed"}, args.reversed);
  call.read({3, "grown"}, args.grown);
  call.read({4, "width"}, args.width);
  call.read({5, "height"}, args.height);
  call.read({6, "apart"}, args.apart);
  call.read({7, "minStep"}, args.min_step);
  call.read({8, "plainStep"}, args.plain_step);
  call.read({9, "grownBy"}, args.grown_by);
  call.read({10, "grownStep"}, args.grown_step);
}

static bool fits(const CountStepsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, apart = args.apart;
  return areSizes(width, height, apart) &&
         row_end <= height &&
         holds(args.picture, {width, height}) &&
         eachHolds(args.frames, {width, height}) &&
         holds(args.reversed, {height}) &&
         holds(args.grown, {height});
}

LW_KERNEL(countSteps) {
  return call.run<CountStepsArgs>(countSteps);
}

static void readArgs(Call& call, EdgeDetailArgs& args) {
  call.read({0, "luma"}, args.luma);
  call.read({1, "rgb"}, args.rgb);
  call.read({2, "fine"}, args.fine);
  call.read({3, "otherLuma"}, args.other_luma);
  call.read({4, "otherRgb"}, args.other_rgb);
  call.read({5, "otherFine"}, args.other_fine);
  call.read({6, "shares"}, args.shares);
  call.read({7, "otherShares"}, args.other_shares);
  call.read({8, "counts"}, args.counts);
  call.read({9, "width"}, args.width);
  call.read({10, "height"}, args.height);
  call.read({11, "minStep"}, args.min_step);
  call.read({12, "darkest"}, args.darkest);
  call.read({13, "brightest"}, args.brightest);
  call.read({14, "offset"}, args.offset);
  call.read({15, "minDetail"}, args.min_detail);
}

static bool fits(const EdgeDetailArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= 1 &&
         holds(args.luma, {width, height}) &&
         holds(args.rgb, {width, height, 3}) &&
         holds(args.fine, {width, height}) &&
         holds(args.other_luma, {width, height}) &&
         holds(args.other_rgb, {width, height, 3}) &&
         holds(args.other_fine, {width, height}) &&
         holds(args.shares, {width, height}) &&
         holds(args.other_shares, {width, height}) &&
         holds(args.counts, {1});
}

LW_KERNEL(edgeDetail) {
  return call.run<EdgeDetailArgs>(edgeDetail);
}

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
         row_end <= kMaxSize &&
         holds(args.source, {width, height, 3}) &&
         holds(args.lightness, {1024}) &&
         holds(args.edges, {columns, row_end, 4}) &&
         holds(args.rings, {columns, row_end, 2});
}

LW_KERNEL(edgeRings) {
  if (call.isU8({0, "source"})) return call.run<EdgeRingsArgs<uint8_t>>(edgeRings);
  return call.run<EdgeRingsArgs<uint16_t>>(edgeRings);
}

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
  call.read({8, "minSlope"}, args.min_slope);
  call.read({9, "minStep"}, args.min_step);
  call.read({10, "maxSpread"}, args.max_spread);
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
