// Written by `npm run kernels` from the declarations.
#include <algorithm>

#include "../binding.h"
#include "align/align_accumulate.h"
#include "align/align_feature.h"
#include "align/align_patches.h"
#include "cells/cell_colours.h"
#include "cells/coarsen_cells.h"
#include "cells/deghost_shrink.h"
#include "cells/describe_cells.h"
#include "cells/green_cells.h"
#include "cells/lab_cells.h"
#include "check/block_noise.h"
#include "check/block_structure.h"
#include "check/cell_detail.h"
#include "check/count_edges.h"
#include "check/count_jumps.h"
#include "check/count_steps.h"
#include "check/edge_detail.h"
#include "check/edge_rings.h"
#include "check/far_colours.h"
#include "check/find_edges.h"
#include "check/rough_rows.h"
#include "copies/luma_copies.h"
#include "copies/narrow.h"
#include "copies/reduce_planes.h"
#include "copies/shrink.h"
#include "deghost/deghost_blend.h"
#include "deghost/deghost_compare.h"
#include "demosaic/demosaic_bayer.h"
#include "demosaic/demosaic_xtrans.h"
#include "develop/capture_sharpen.h"
#include "develop/develop_bayer.h"
#include "develop/develop_color.h"
#include "develop/gain_table_map.h"
#include "develop/hue_sat_map.h"
#include "fusion/fusion.h"
#include "geometry/channel_shifts.h"
#include "geometry/level_lines.h"
#include "geometry/warp.h"
#include "jpeg/jpeg_dc.h"
#include "jpeg/unpack_lossless.h"
#include "light/expose_frames.h"
#include "light/guided_filter.h"
#include "light/light_cells.h"
#include "light/plan_light.h"
#include "light/structure_maps.h"
#include "raw/gain_field.h"
#include "raw/green_ratios.h"
#include "raw/raw_defects.h"
#include "raw/raw_denoise.h"
#include "raw/raw_levels.h"
#include "scene/convolve.h"
#include "tone/tone_map.h"

namespace lightwell {

static void readArgs(Call& call, AlignAccumulateArgs& args) {
  call.read({0, "template"}, args.template_);
  call.read({1, "blocked"}, args.blocked);
  call.read({2, "templateStride"}, args.template_stride);
  call.read({3, "frame"}, args.frame);
  call.read({4, "frameStride"}, args.frame_stride);
  call.read({5, "spline"}, args.spline);
  call.read({6, "transform"}, args.transform);
  call.read({7, "tiles"}, args.tiles);
  call.read({8, "leastSquare"}, args.least_square);
  call.read({9, "tukey"}, args.tukey);
  call.read({10, "sums"}, args.sums);
}

static bool fits(const AlignAccumulateArgs& args, int row_end) {
  const int64_t template_stride = args.template_stride, frame_stride = args.frame_stride;
  return areSizes(template_stride, frame_stride) &&
         row_end <= kMostSize &&
         holds(args.transform, {9}) &&
         holds(args.tiles, {row_end, 10}) &&
         holds(args.sums, {row_end, 10});
}

LW_KERNEL(alignAccumulate) {
  return call.run<AlignAccumulateArgs>(alignAccumulate);
}

static void readArgs(Call& call, AlignFeatureArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "radius"}, args.radius);
}

static bool fits(const AlignFeatureArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, radius = args.radius;
  return areSizes(width, height, radius) &&
         radius <= 32 &&
         row_end <= height &&
         holds(args.source, {width, height}) &&
         holds(args.target, {width, height});
}

LW_KERNEL(alignFeature) {
  return call.run<AlignFeatureArgs>(alignFeature);
}

template <typename S>
static void readArgs(Call& call, AlignPatchesArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "width"}, args.width);
  call.read({2, "height"}, args.height);
  call.read({3, "channels"}, args.channels);
  call.read({4, "channel"}, args.channel);
  call.read({5, "factor"}, args.factor);
  call.read({6, "lut"}, args.lut);
  call.read({7, "origins"}, args.origins);
  call.read({8, "size"}, args.size);
  call.read({9, "radius"}, args.radius);
  call.read({10, "clipAt"}, args.clip_at);
  call.read({11, "spline"}, args.spline);
  call.read({12, "target"}, args.target);
  if (call.given({13, "clipped"})) call.read({13, "clipped"}, args.clipped);
}

template <typename S>
static bool fits(const AlignPatchesArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, channels = args.channels, channel = args.channel, factor = args.factor, size = args.size, radius = args.radius;
  return areSizes(width, height, channels, factor, size, radius) &&
         channels <= 4 &&
         channel >= 0 &&
         channel <= channels - 1 &&
         factor <= 64 &&
         size <= 128 &&
         radius <= 32 &&
         row_end <= kMostSize &&
         holds(args.source, {width, height, channels}) &&
         holds(args.lut, {65536}) &&
         holds(args.origins, {row_end, 2}) &&
         holds(args.target, {row_end, size, size}) &&
         (args.clipped.length == 0 || holds(args.clipped, {row_end, size, size}));
}

LW_KERNEL(alignPatches) {
  if (call.isU8({0, "source"})) return call.run<AlignPatchesArgs<uint8_t>>(alignPatches);
  return call.run<AlignPatchesArgs<uint16_t>>(alignPatches);
}

static void readArgs(Call& call, CellColoursArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
}

static bool fits(const CellColoursArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
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
         row_end <= kMostSize &&
         holds(args.copy, {width, row_end, 6}) &&
         holds(args.target, {width, row_end});
}

LW_KERNEL(cellLuma) {
  return call.run<CellLumaArgs>(cellLuma);
}

static void readArgs(Call& call, ColouredCellsArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
}

static bool fits(const ColouredCellsArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.source, {width, row_end, 3}) &&
         holds(args.target, {width, row_end, 6});
}

LW_KERNEL(colouredCells) {
  return call.run<ColouredCellsArgs>(colouredCells);
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
         row_end <= kMostSize &&
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
         row_end <= kMostSize &&
         holds(args.rgb, {width, row_end, 3}) &&
         holds(args.lab, {width, row_end, 3}) &&
         holds(args.light, {4096}) &&
         holds(args.lobe, {4096});
}

LW_KERNEL(labCells) {
  return call.run<LabCellsArgs>(labCells);
}

template <typename S>
static void readArgs(Call& call, BlockNoiseArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "tones"}, args.tones);
  call.read({2, "deviations"}, args.deviations);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "channels"}, args.channels);
  call.read({6, "channel"}, args.channel);
  call.read({7, "step"}, args.step);
  call.read({8, "max"}, args.max);
  call.read({9, "brightest"}, args.brightest);
}

template <typename S>
static bool fits(const BlockNoiseArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, channels = args.channels, channel = args.channel, step = args.step;
  return areSizes(width, height, channels, step) &&
         channels <= 4 &&
         channel >= 0 &&
         channel <= channels - 1 &&
         row_end <= std::max<int64_t>(height - 20 + step, 0) / step &&
         holds(args.source, {width, height, channels}) &&
         holds(args.tones, {std::max<int64_t>(width - 20 + step, 0) / step, std::max<int64_t>(height - 20 + step, 0) / step}) &&
         holds(args.deviations, {std::max<int64_t>(width - 20 + step, 0) / step, std::max<int64_t>(height - 20 + step, 0) / step});
}

LW_KERNEL(blockNoise) {
  if (call.isU8({0, "source"})) return call.run<BlockNoiseArgs<uint8_t>>(blockNoise);
  return call.run<BlockNoiseArgs<uint16_t>>(blockNoise);
}

static void readArgs(Call& call, BlockLikenessArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "frames"}, args.frames);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "stride"}, args.stride);
  call.read({5, "weights"}, args.weights);
  call.read({6, "largest"}, args.largest);
  call.read({7, "likeness"}, args.likeness);
  call.read({8, "steadying"}, args.steadying);
}

static bool fits(const BlockLikenessArgs& args, int row_end) {
  const int64_t frames = args.frames.size(), width = args.width, height = args.height, stride = args.stride;
  return areSizes(width, height, stride) &&
         row_end <= std::max<int64_t>(height - 8 + stride, 0) / stride &&
         holds(args.copy, {width, height, 6}) &&
         eachHolds(args.frames, {width, height, 6}) &&
         holds(args.weights, {std::max<int64_t>(width - 8 + stride, 0) / stride, std::max<int64_t>(height - 8 + stride, 0) / stride, frames}) &&
         holds(args.largest, {std::max<int64_t>(width - 8 + stride, 0) / stride, std::max<int64_t>(height - 8 + stride, 0) / stride}) &&
         holds(args.likeness, {std::max<int64_t>(width - 8 + stride, 0) / stride, std::max<int64_t>(height - 8 + stride, 0) / stride});
}

LW_KERNEL(blockLikeness) {
  return call.run<BlockLikenessArgs>(blockLikeness);
}

static void readArgs(Call& call, BlockStructureArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "frames"}, args.frames);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "stride"}, args.stride);
  call.read({5, "facts"}, args.facts);
  call.read({6, "tellingNorm"}, args.telling_norm);
  call.read({7, "leastMean"}, args.least_mean);
  call.read({8, "mostPeak"}, args.most_peak);
  call.read({9, "contradicting"}, args.contradicting);
}

static bool fits(const BlockStructureArgs& args, int row_end) {
  const int64_t frames = args.frames.size(), width = args.width, height = args.height, stride = args.stride;
  return areSizes(width, height, stride) &&
         row_end <= std::max<int64_t>(height - 8 + stride, 0) / stride &&
         holds(args.copy, {width, height, 6}) &&
         eachHolds(args.frames, {width, height, 6}) &&
         holds(args.facts, {std::max<int64_t>(width - 8 + stride, 0) / stride, std::max<int64_t>(height - 8 + stride, 0) / stride, 4 + frames});
}

LW_KERNEL(blockStructure) {
  return call.run<BlockStructureArgs>(blockStructure);
}

static void readArgs(Call& call, CellDetailArgs& args) {
  call.read({0, "luma"}, args.luma);
  call.read({1, "fine"}, args.fine);
  call.read({2, "detail"}, args.detail);
  call.read({3, "lumas"}, args.lumas);
  call.read({4, "fines"}, args.fines);
  call.read({5, "details"}, args.details);
  call.read({6, "specks"}, args.specks);
  call.read({7, "grains"}, args.grains);
  call.read({8, "counts"}, args.counts);
  call.read({9, "width"}, args.width);
  call.read({10, "offset"}, args.offset);
  call.read({11, "darkest"}, args.darkest);
  call.read({12, "brightest"}, args.brightest);
  call.read({13, "timesDetail"}, args.times_detail);
  call.read({14, "plusDetail"}, args.plus_detail);
  call.read({15, "flat"}, args.flat);
  call.read({16, "leastGrain"}, args.least_grain);
  call.read({17, "evenSpread"}, args.even_spread);
  call.read({18, "grainSpread"}, args.grain_spread);
}

static bool fits(const CellDetailArgs& args, int row_end) {
  const int64_t lumas = args.lumas.size(), width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.luma, {width, row_end}) &&
         holds(args.fine, {width, row_end}) &&
         holds(args.detail, {width, row_end}) &&
         eachHolds(args.lumas, {width, row_end}) &&
         int64_t(args.fines.size()) == lumas &&
         eachHolds(args.fines, {width, row_end}) &&
         int64_t(args.details.size()) == lumas &&
         eachHolds(args.details, {width, row_end}) &&
         holds(args.specks, {width, row_end}) &&
         holds(args.grains, {width, row_end}) &&
         holds(args.counts, {row_end});
}

LW_KERNEL(cellDetail) {
  return call.run<CellDetailArgs>(cellDetail);
}

static void readArgs(Call& call, CountEdgesArgs& args) {
  call.read({0, "picture"}, args.picture);
  call.read({1, "plain"}, args.plain);
  call.read({2, "frames"}, args.frames);
  call.read({3, "counts"}, args.counts);
  call.read({4, "width"}, args.width);
  call.read({5, "height"}, args.height);
  call.read({6, "down"}, args.down);
  call.read({7, "reach"}, args.reach);
  call.read({8, "leastStep"}, args.least_step);
  call.read({9, "shownShare"}, args.shown_share);
  call.read({10, "rampShare"}, args.ramp_share);
  call.read({11, "leastRun"}, args.least_run);
}

static bool fits(const CountEdgesArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, reach = args.reach, least_run = args.least_run;
  return areSizes(width, height, reach, least_run) &&
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
  call.read({6, "leastJump"}, args.least_jump);
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
  call.read({7, "leastStep"}, args.least_step);
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
  call.read({11, "leastStep"}, args.least_step);
  call.read({12, "darkest"}, args.darkest);
  call.read({13, "brightest"}, args.brightest);
  call.read({14, "offset"}, args.offset);
  call.read({15, "leastDetail"}, args.least_detail);
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

static void readArgs(Call& call, FarColoursArgs& args) {
  call.read({0, "lab"}, args.lab);
  call.read({1, "expected"}, args.expected);
  call.read({2, "labs"}, args.labs);
  call.read({3, "rgbs"}, args.rgbs);
  call.read({4, "lumas"}, args.lumas);
  call.read({5, "distances"}, args.distances);
  call.read({6, "far"}, args.far);
  call.read({7, "foreign"}, args.foreign);
  call.read({8, "width"}, args.width);
  call.read({9, "foreignFrom"}, args.foreign_from);
  call.read({10, "leastRatio"}, args.least_ratio);
  call.read({11, "mostRatio"}, args.most_ratio);
  call.read({12, "darkest"}, args.darkest);
  call.read({13, "brightest"}, args.brightest);
}

static bool fits(const FarColoursArgs& args, int row_end) {
  const int64_t labs = args.labs.size(), width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.lab, {width, row_end, 3}) &&
         holds(args.expected, {width, row_end, 3}) &&
         eachHolds(args.labs, {width, row_end, 3}) &&
         int64_t(args.rgbs.size()) == labs &&
         eachHolds(args.rgbs, {width, row_end, 3}) &&
         int64_t(args.lumas.size()) == labs &&
         eachHolds(args.lumas, {width, row_end}) &&
         holds(args.distances, {width, row_end}) &&
         holds(args.far, {row_end}) &&
         holds(args.foreign, {row_end});
}

LW_KERNEL(farColours) {
  return call.run<FarColoursArgs>(farColours);
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

template <typename S>
static void readArgs(Call& call, RoughRowsArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "found"}, args.found);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "lag"}, args.lag);
  call.read({5, "rowLag"}, args.row_lag);
  call.read({6, "step"}, args.step);
  call.read({7, "stride"}, args.stride);
  call.read({8, "far"}, args.far);
  call.read({9, "near"}, args.near);
}

template <typename S>
static bool fits(const RoughRowsArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, lag = args.lag, row_lag = args.row_lag, step = args.step, stride = args.stride, far = args.far, near = args.near;
  return areSizes(width, height, row_lag, step, stride) &&
         lag >= 1 &&
         lag <= width - 1 &&
         far >= 0 &&
         near >= 0 &&
         row_end <= height &&
         holds(args.source, {width, height}) &&
         holds(args.found, {height, 19});
}

LW_KERNEL(roughRows) {
  if (call.isU8({0, "source"})) return call.run<RoughRowsArgs<uint8_t>>(roughRows);
  return call.run<RoughRowsArgs<uint16_t>>(roughRows);
}

template <typename S>
static void readArgs(Call& call, LumaCopiesArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "fine"}, args.fine);
  call.read({2, "luma"}, args.luma);
  call.read({3, "peak"}, args.peak);
  call.read({4, "width"}, args.width);
  call.read({5, "height"}, args.height);
  call.read({6, "factor"}, args.factor);
  call.read({7, "coarsening"}, args.coarsening);
}

template <typename S>
static bool fits(const LumaCopiesArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, factor = args.factor, coarsening = args.coarsening;
  return areSizes(width, height, factor) &&
         factor <= 64 &&
         (coarsening == 1 || coarsening == 2) &&
         row_end <= (height / factor + coarsening - 1) / coarsening &&
         holds(args.source, {width, height, 3}) &&
         holds(args.fine, {width / factor, height / factor}) &&
         holds(args.luma, {width / factor / coarsening, height / factor / coarsening}) &&
         holds(args.peak, {width / factor / coarsening, height / factor / coarsening});
}

LW_KERNEL(lumaCopies) {
  if (call.isU8({0, "source"})) return call.run<LumaCopiesArgs<uint8_t>>(lumaCopies);
  return call.run<LumaCopiesArgs<uint16_t>>(lumaCopies);
}

static void readArgs(Call& call, NarrowArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "rowSamples"}, args.row_samples);
}

static bool fits(const NarrowArgs& args, int row_end) {
  const int64_t row_samples = args.row_samples;
  return row_samples >= 1 &&
         row_end <= kMostSize &&
         holds(args.source, {row_samples, row_end}) &&
         holds(args.target, {row_samples, row_end});
}

LW_KERNEL(narrow) {
  return call.run<NarrowArgs>(narrow);
}

static void readArgs(Call& call, ReducePlanesArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "planes"}, args.planes);
}

static bool fits(const ReducePlanesArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, planes = args.planes;
  return areSizes(width, height, planes) &&
         row_end <= (height + 1) / 2 * planes &&
         holds(args.source, {width, height, planes}) &&
         holds(args.target, {(width + 1) / 2, (height + 1) / 2, planes});
}

LW_KERNEL(reducePlanes) {
  return call.run<ReducePlanesArgs>(reducePlanes);
}

template <typename S>
static void readArgs(Call& call, ShrinkArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "channels"}, args.channels);
  call.read({5, "factor"}, args.factor);
}

template <typename S>
static bool fits(const ShrinkArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, channels = args.channels, factor = args.factor;
  return areSizes(width, height, channels, factor) &&
         channels <= 4 &&
         factor <= 64 &&
         row_end <= height / factor &&
         holds(args.source, {width, height, channels}) &&
         holds(args.target, {width / factor, height / factor, channels});
}

LW_KERNEL(shrink) {
  if (call.isU8({0, "source"})) return call.run<ShrinkArgs<uint8_t>>(shrink);
  return call.run<ShrinkArgs<uint16_t>>(shrink);
}

template <typename S, typename T>
static void readArgs(Call& call, DeghostBlendArgs<S, T>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "table"}, args.table);
  call.read({3, "whiteFrom"}, args.white_from);
  call.read({4, "share"}, args.share);
  call.read({5, "width"}, args.width);
  call.read({6, "height"}, args.height);
  call.read({7, "gridWidth"}, args.grid_width);
  call.read({8, "gridHeight"}, args.grid_height);
  call.read({9, "factor"}, args.factor);
  call.read({10, "wrapX"}, args.wrap_x);
}

template <typename S, typename T>
static bool fits(const DeghostBlendArgs<S, T>& args, int row_end) {
  const int64_t white_from = args.white_from, width = args.width, height = args.height, grid_width = args.grid_width, grid_height = args.grid_height, factor = args.factor;
  return areSizes(width, height, grid_width, grid_height, factor) &&
         white_from >= 0 &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.share, {grid_width, grid_height});
}

LW_KERNEL(deghostBlend) {
  if (call.isU8({0, "source"}) && call.isU8({1, "target"})) return call.run<DeghostBlendArgs<uint8_t, uint8_t>>(deghostBlend);
  if (call.isU8({0, "source"})) return call.run<DeghostBlendArgs<uint8_t, uint16_t>>(deghostBlend);
  if (call.isU8({1, "target"})) return call.run<DeghostBlendArgs<uint16_t, uint8_t>>(deghostBlend);
  return call.run<DeghostBlendArgs<uint16_t, uint16_t>>(deghostBlend);
}

static void readArgs(Call& call, DeghostCompareArgs& args) {
  call.read({0, "dark"}, args.dark);
  call.read({1, "bright"}, args.bright);
  call.read({2, "up"}, args.up);
  call.read({3, "down"}, args.down);
  call.read({4, "tolerances"}, args.tolerances);
  call.read({5, "slack"}, args.slack);
  call.read({6, "clippingSlack"}, args.clipping_slack);
  call.read({7, "forgiving"}, args.forgiving);
  call.read({8, "target"}, args.target);
  call.read({9, "width"}, args.width);
  call.read({10, "height"}, args.height);
  call.read({11, "wrapX"}, args.wrap_x);
}

static bool fits(const DeghostCompareArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.dark, {width, height, 6}) &&
         holds(args.bright, {width, height, 6}) &&
         holds(args.up, {4, 1025}) &&
         holds(args.down, {4, 1025}) &&
         holds(args.tolerances, {4, 16}) &&
         holds(args.target, {width, height});
}

LW_KERNEL(deghostCompare) {
  return call.run<DeghostCompareArgs>(deghostCompare);
}

static void readArgs(Call& call, DemosaicBayerArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "black"}, args.black);
  call.read({3, "scale"}, args.scale);
  call.read({4, "width"}, args.width);
  call.read({5, "height"}, args.height);
  call.read({6, "redX"}, args.red_x);
  call.read({7, "redY"}, args.red_y);
}

static bool fits(const DemosaicBayerArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, red_x = args.red_x, red_y = args.red_y;
  return areSizes(width, height) &&
         red_x >= 0 &&
         red_x <= 1 &&
         red_y >= 0 &&
         red_y <= 1 &&
         row_end <= height &&
         holds(args.source, {width, height}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.black, {3}) &&
         holds(args.scale, {3});
}

LW_KERNEL(demosaicBayer) {
  return call.run<DemosaicBayerArgs>(demosaicBayer);
}

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

template <typename S>
static void readArgs(Call& call, CaptureSharpenArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "noise"}, args.noise);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "beside"}, args.beside);
  call.read({6, "second"}, args.second);
  call.read({7, "third"}, args.third);
}

template <typename S>
static bool fits(const CaptureSharpenArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.noise, {256});
}

LW_KERNEL(captureSharpen) {
  if (call.isU8({0, "source"})) return call.run<CaptureSharpenArgs<uint8_t>>(captureSharpen);
  return call.run<CaptureSharpenArgs<uint16_t>>(captureSharpen);
}

template <typename T>
static void readArgs(Call& call, DevelopBayerArgs<T>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "black"}, args.black);
  call.read({3, "scale"}, args.scale);
  call.read({4, "curve"}, args.curve);
  call.read({5, "matrix"}, args.matrix);
  call.read({6, "clip"}, args.clip);
  call.read({7, "width"}, args.width);
  call.read({8, "height"}, args.height);
  call.read({9, "redX"}, args.red_x);
  call.read({10, "redY"}, args.red_y);
  call.read({11, "left"}, args.left);
  call.read({12, "top"}, args.top);
  call.read({13, "cropWidth"}, args.crop_width);
  call.read({14, "cropHeight"}, args.crop_height);
  call.read({15, "start"}, args.start);
  call.read({16, "stepX"}, args.step_x);
  call.read({17, "stepY"}, args.step_y);
}

template <typename T>
static bool fits(const DevelopBayerArgs<T>& args, int row_end) {
  const int64_t width = args.width, height = args.height, red_x = args.red_x, red_y = args.red_y, left = args.left, top = args.top, crop_width = args.crop_width, crop_height = args.crop_height;
  return areSizes(width, height, crop_width, crop_height) &&
         red_x >= 0 &&
         red_x <= 1 &&
         red_y >= 0 &&
         red_y <= 1 &&
         left >= 0 &&
         left <= width - crop_width &&
         top >= 0 &&
         top <= height - crop_height &&
         row_end <= crop_height &&
         holds(args.source, {width, height}) &&
         holds(args.black, {3}) &&
         holds(args.scale, {3}) &&
         holds(args.curve, {65536}) &&
         holds(args.matrix, {9}) &&
         holds(args.clip, {3});
}

LW_KERNEL(developBayer) {
  if (call.isU8({1, "target"})) return call.run<DevelopBayerArgs<uint8_t>>(developBayer);
  return call.run<DevelopBayerArgs<uint16_t>>(developBayer);
}

static void readArgs(Call& call, DevelopColorArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "curve"}, args.curve);
  call.read({3, "matrix"}, args.matrix);
  call.read({4, "clip"}, args.clip);
  call.read({5, "width"}, args.width);
  call.read({6, "height"}, args.height);
  call.read({7, "start"}, args.start);
  call.read({8, "stepX"}, args.step_x);
  call.read({9, "stepY"}, args.step_y);
}

static bool fits(const DevelopColorArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.target, {width, height, 3}) &&
         holds(args.curve, {65536}) &&
         holds(args.matrix, {9}) &&
         holds(args.clip, {3});
}

LW_KERNEL(developColor) {
  return call.run<DevelopColorArgs>(developColor);
}

static void readArgs(Call& call, GainTableMapArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "gains"}, args.gains);
  call.read({3, "forward"}, args.forward);
  call.read({4, "clip"}, args.clip);
  call.read({5, "weights"}, args.weights);
  call.read({6, "width"}, args.width);
  call.read({7, "height"}, args.height);
  call.read({8, "rows"}, args.rows);
  call.read({9, "columns"}, args.columns);
  call.read({10, "points"}, args.points);
  call.read({11, "startX"}, args.start_x);
  call.read({12, "stepX"}, args.step_x);
  call.read({13, "startY"}, args.start_y);
  call.read({14, "stepY"}, args.step_y);
  call.read({15, "gamma"}, args.gamma);
  call.read({16, "scale"}, args.scale);
}

static bool fits(const GainTableMapArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, rows = args.rows, columns = args.columns, points = args.points;
  return areSizes(width, height, rows, columns, points) &&
         rows <= 65536 &&
         columns <= 65536 &&
         points <= 65536 &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.gains, {rows, columns, points}) &&
         holds(args.forward, {9}) &&
         holds(args.clip, {3}) &&
         holds(args.weights, {5});
}

LW_KERNEL(gainTableMap) {
  return call.run<GainTableMapArgs>(gainTableMap);
}

static void readArgs(Call& call, HueSatMapArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "table"}, args.table);
  call.read({3, "forward"}, args.forward);
  call.read({4, "backward"}, args.backward);
  call.read({5, "clip"}, args.clip);
  call.read({6, "width"}, args.width);
  call.read({7, "height"}, args.height);
  call.read({8, "hues"}, args.hues);
  call.read({9, "saturations"}, args.saturations);
  call.read({10, "values"}, args.values);
  call.read({11, "encoded"}, args.encoded);
}

static bool fits(const HueSatMapArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, hues = args.hues, saturations = args.saturations, values = args.values;
  return areSizes(width, height, hues, values) &&
         hues <= 4096 &&
         saturations >= 2 &&
         saturations <= 4096 &&
         values <= 4096 &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.table, {hues, saturations, values, 3}) &&
         holds(args.forward, {9}) &&
         holds(args.backward, {9}) &&
         holds(args.clip, {3});
}

LW_KERNEL(hueSatMap) {
  return call.run<HueSatMapArgs>(hueSatMap);
}

static void readArgs(Call& call, FusionCollapseArgs& args) {
  call.read({0, "levels"}, args.levels);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "depth"}, args.depth);
}

static bool fits(const FusionCollapseArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, depth = args.depth;
  return areSizes(width, height) &&
         depth >= 0 &&
         depth <= 32 &&
         row_end <= 3 &&
         eachHolds(args.levels, {width, height, 4}) &&
         holds(args.target, {width, height, 3});
}

LW_KERNEL(fusionCollapse) {
  return call.run<FusionCollapseArgs>(fusionCollapse);
}

static void readArgs(Call& call, FusionExpandArgs& args) {
  call.read({0, "frames"}, args.frames);
  call.read({1, "width"}, args.width);
  call.read({2, "height"}, args.height);
  call.read({3, "levels"}, args.levels);
  call.read({4, "contrastWeight"}, args.contrast_weight);
  call.read({5, "saturationWeight"}, args.saturation_weight);
  call.read({6, "exposednessWeight"}, args.exposedness_weight);
  if (call.given({7, "stored"})) call.read({7, "stored"}, args.stored);
  if (call.given({8, "result"})) call.read({8, "result"}, args.result);
  call.read({9, "target"}, args.target);
}

static bool fits(const FusionExpandArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, levels = args.levels;
  return areSizes(width, height) &&
         levels >= 0 &&
         levels <= 3 &&
         row_end <= height &&
         eachHolds(args.frames, {width, height, 3}) &&
         holds(args.target, {width, height, 3});
}

LW_KERNEL(fusionExpand) {
  return call.run<FusionExpandArgs>(fusionExpand);
}

static void readArgs(Call& call, FusionReduceArgs& args) {
  call.read({0, "frames"}, args.frames);
  call.read({1, "width"}, args.width);
  call.read({2, "height"}, args.height);
  call.read({3, "levels"}, args.levels);
  call.read({4, "contrastWeight"}, args.contrast_weight);
  call.read({5, "saturationWeight"}, args.saturation_weight);
  call.read({6, "exposednessWeight"}, args.exposedness_weight);
  call.read({7, "targets"}, args.targets);
}

static bool fits(const FusionReduceArgs& args, int row_end) {
  const int64_t frames = args.frames.size(), width = args.width, height = args.height, levels = args.levels;
  return areSizes(width, height) &&
         levels >= 0 &&
         levels <= 3 &&
         row_end <= kMostSize &&
         eachHolds(args.frames, {width, height, 3}) &&
         int64_t(args.targets.size()) == frames;
}

LW_KERNEL(fusionReduce) {
  return call.run<FusionReduceArgs>(fusionReduce);
}

template <typename S>
static void readArgs(Call& call, ChannelShiftsArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "shifts"}, args.shifts);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "blockPx"}, args.block_px);
  call.read({5, "spacing"}, args.spacing);
  call.read({6, "max"}, args.max);
  call.read({7, "leastSlope"}, args.least_slope);
  call.read({8, "leastContrast"}, args.least_contrast);
  call.read({9, "brightest"}, args.brightest);
  call.read({10, "halved"}, args.halved);
  call.read({11, "unitsPerPx"}, args.units_per_px);
  call.read({12, "redLinear"}, args.red_linear);
  call.read({13, "redCubic"}, args.red_cubic);
  call.read({14, "blueLinear"}, args.blue_linear);
  call.read({15, "blueCubic"}, args.blue_cubic);
}

template <typename S>
static bool fits(const ChannelShiftsArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, block_px = args.block_px, spacing = args.spacing, halved = args.halved;
  return areSizes(width, height, block_px, spacing) &&
         width >= 1 &&
         height >= 1 &&
         block_px >= 1 &&
         spacing >= 1 &&
         (halved == 0 || halved == 1) &&
         row_end <= (height + block_px - 1) / block_px &&
         holds(args.source, {width, height, 3}) &&
         holds(args.shifts, {(width + block_px - 1) / block_px, (height + block_px - 1) / block_px, 8});
}

LW_KERNEL(channelShifts) {
  if (call.isU8({0, "source"})) return call.run<ChannelShiftsArgs<uint8_t>>(channelShifts);
  return call.run<ChannelShiftsArgs<uint16_t>>(channelShifts);
}

static void readArgs(Call& call, LevelLinesArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "light"}, args.light);
  call.read({2, "magnitude"}, args.magnitude);
  call.read({3, "directionX"}, args.direction_x);
  call.read({4, "directionY"}, args.direction_y);
  call.read({5, "width"}, args.width);
  call.read({6, "height"}, args.height);
  call.read({7, "channels"}, args.channels);
  call.read({8, "red"}, args.red);
  call.read({9, "green"}, args.green);
  call.read({10, "blue"}, args.blue);
  call.read({11, "minMagnitude"}, args.min_magnitude);
  call.read({12, "maxSlopeX"}, args.max_slope_x);
  call.read({13, "maxSlopeY"}, args.max_slope_y);
}

static bool fits(const LevelLinesArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, channels = args.channels;
  return areSizes(width, height) &&
         (channels == 1 || channels == 3) &&
         row_end <= height &&
         holds(args.source, {width, height, channels}) &&
         holds(args.light, {width, height}) &&
         holds(args.magnitude, {width, height}) &&
         holds(args.direction_x, {width, height}) &&
         holds(args.direction_y, {width, height});
}

LW_KERNEL(levelLines) {
  return call.run<LevelLinesArgs>(levelLines);
}

template <typename S, typename T>
static void readArgs(Call& call, WarpArgs<S, T>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "sourceWidth"}, args.source_width);
  call.read({3, "sourceHeight"}, args.source_height);
  call.read({4, "targetWidth"}, args.target_width);
  call.read({5, "targetHeight"}, args.target_height);
  call.read({6, "grid"}, args.grid);
  call.read({7, "gridStep"}, args.grid_step);
  call.read({8, "nodesX"}, args.nodes_x);
  call.read({9, "nodesY"}, args.nodes_y);
  call.read({10, "mapChannels"}, args.map_channels);
  if (call.given({11, "gain"})) call.read({11, "gain"}, args.gain);
  call.read({12, "wrapX"}, args.wrap_x);
}

template <typename S, typename T>
static bool fits(const WarpArgs<S, T>& args, int row_end) {
  const int64_t source_width = args.source_width, source_height = args.source_height, target_width = args.target_width, target_height = args.target_height, grid_step = args.grid_step, nodes_x = args.nodes_x, nodes_y = args.nodes_y, map_channels = args.map_channels;
  return areSizes(source_width, source_height, target_width, target_height, grid_step, nodes_x, nodes_y) &&
         grid_step <= 64 &&
         nodes_x >= (target_width - 1) / grid_step + 2 &&
         nodes_y >= (target_height - 1) / grid_step + 2 &&
         (map_channels == 1 || map_channels == 3) &&
         row_end <= target_height &&
         holds(args.source, {source_width, source_height, 3}) &&
         holds(args.target, {target_width, target_height, 3}) &&
         holds(args.grid, {nodes_x, nodes_y, map_channels, 2}) &&
         (args.gain.length == 0 || holds(args.gain, {nodes_x, nodes_y}));
}

LW_KERNEL(warp) {
  if (call.isU8({0, "source"}) && call.isU8({1, "target"})) return call.run<WarpArgs<uint8_t, uint8_t>>(warp);
  if (call.isU8({0, "source"})) return call.run<WarpArgs<uint8_t, uint16_t>>(warp);
  if (call.isU8({1, "target"})) return call.run<WarpArgs<uint16_t, uint8_t>>(warp);
  return call.run<WarpArgs<uint16_t, uint16_t>>(warp);
}

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

static void readArgs(Call& call, ExposeFramesArgs& args) {
  call.read({0, "frames"}, args.frames);
  call.read({1, "stops"}, args.stops);
  call.read({2, "logLight"}, args.log_light);
  call.read({3, "trust"}, args.trust);
  call.read({4, "display"}, args.display);
  call.read({5, "tone"}, args.tone);
  call.read({6, "shown"}, args.shown);
  call.read({7, "base"}, args.base);
  call.read({8, "curves"}, args.curves);
  call.read({9, "target"}, args.target);
  call.read({10, "width"}, args.width);
  call.read({11, "height"}, args.height);
  call.read({12, "baseWidth"}, args.base_width);
  call.read({13, "baseHeight"}, args.base_height);
  call.read({14, "baseFactor"}, args.base_factor);
  call.read({15, "gridWidth"}, args.grid_width);
  call.read({16, "gridHeight"}, args.grid_height);
  call.read({17, "gridDepth"}, args.grid_depth);
  call.read({18, "gridPx"}, args.grid_px);
  call.read({19, "firstBin"}, args.first_bin);
  call.read({20, "binStops"}, args.bin_stops);
  call.read({21, "knee"}, args.knee);
  call.read({22, "highlights"}, args.highlights);
  call.read({23, "detail"}, args.detail);
}

static bool fits(const ExposeFramesArgs& args, int row_end) {
  const int64_t frames = args.frames.size(), width = args.width, height = args.height, base_width = args.base_width, base_height = args.base_height, base_factor = args.base_factor, grid_width = args.grid_width, grid_height = args.grid_height, grid_depth = args.grid_depth;
  return areSizes(width, height, base_width, base_height, base_factor, grid_width, grid_height, grid_depth) &&
         base_width <= width / base_factor + 1 &&
         base_height <= height / base_factor + 1 &&
         base_factor <= 128 &&
         row_end <= height &&
         eachHolds(args.frames, {width, height, 3}) &&
         holds(args.stops, {frames}) &&
         holds(args.log_light, {4096}) &&
         holds(args.trust, {4096}) &&
         holds(args.display, {1537}) &&
         holds(args.tone, {1537}) &&
         holds(args.shown, {1537}) &&
         holds(args.base, {2, base_width, base_height}) &&
         holds(args.curves, {grid_width, grid_height, grid_depth}) &&
         holds(args.target, {width, height, 3});
}

LW_KERNEL(exposeFrames) {
  return call.run<ExposeFramesArgs>(exposeFrames);
}

static void readArgs(Call& call, GuidedFilterArgs& args) {
  call.read({0, "guide"}, args.guide);
  call.read({1, "planes"}, args.planes);
  call.read({2, "coefficients"}, args.coefficients);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "radius"}, args.radius);
  call.read({6, "epsilon"}, args.epsilon);
}

static bool fits(const GuidedFilterArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, radius = args.radius;
  return areSizes(width, height) &&
         radius >= 0 &&
         row_end <= kMostSize &&
         holds(args.guide, {width, height}) &&
         holds(args.planes, {width, height, row_end}) &&
         holds(args.coefficients, {width, height, row_end, 2});
}

LW_KERNEL(guidedFilter) {
  return call.run<GuidedFilterArgs>(guidedFilter);
}

static void readArgs(Call& call, LightCellsArgs& args) {
  call.read({0, "lumas"}, args.lumas);
  call.read({1, "stops"}, args.stops);
  call.read({2, "logLight"}, args.log_light);
  call.read({3, "trust"}, args.trust);
  call.read({4, "light"}, args.light);
  call.read({5, "width"}, args.width);
  call.read({6, "height"}, args.height);
  call.read({7, "factor"}, args.factor);
}

static bool fits(const LightCellsArgs& args, int row_end) {
  const int64_t lumas = args.lumas.size(), width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         row_end <= (height + factor - 1) / factor &&
         eachHolds(args.lumas, {width, height}) &&
         holds(args.stops, {lumas}) &&
         holds(args.log_light, {4096}) &&
         holds(args.trust, {4096}) &&
         holds(args.light, {(width + factor - 1) / factor, (height + factor - 1) / factor});
}

LW_KERNEL(lightCells) {
  return call.run<LightCellsArgs>(lightCells);
}

static void readArgs(Call& call, PlanLightArgs& args) {
  call.read({0, "light"}, args.light);
  call.read({1, "exposures"}, args.exposures);
  call.read({2, "priors"}, args.priors);
  call.read({3, "display"}, args.display);
  call.read({4, "planned"}, args.planned);
  call.read({5, "count"}, args.count);
  call.read({6, "width"}, args.width);
  call.read({7, "height"}, args.height);
  call.read({8, "texture"}, args.texture);
}

static bool fits(const PlanLightArgs& args, int row_end) {
  const int64_t count = args.count, width = args.width, height = args.height;
  return areSizes(count, width, height) &&
         row_end <= 1 &&
         holds(args.light, {width, height}) &&
         holds(args.exposures, {count}) &&
         holds(args.priors, {count}) &&
         holds(args.display, {1537}) &&
         holds(args.planned, {width, height});
}

LW_KERNEL(planLight) {
  return call.run<PlanLightArgs>(planLight);
}

static void readArgs(Call& call, StructureMapsArgs& args) {
  call.read({0, "sources"}, args.sources);
  call.read({1, "lumas"}, args.lumas);
  call.read({2, "structure"}, args.structure);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "factor"}, args.factor);
}

static bool fits(const StructureMapsArgs& args, int row_end) {
  const int64_t sources = args.sources.size(), width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         row_end <= (height + factor - 1) / factor &&
         eachHolds(args.sources, {width, height}) &&
         int64_t(args.lumas.size()) == sources &&
         eachHolds(args.lumas, {(width + factor - 1) / factor, (height + factor - 1) / factor}) &&
         int64_t(args.structure.size()) == sources &&
         eachHolds(args.structure, {(width + factor - 1) / factor, (height + factor - 1) / factor});
}

LW_KERNEL(structureMaps) {
  return call.run<StructureMapsArgs>(structureMaps);
}

static void readArgs(Call& call, GainFieldArgs& args) {
  call.read({0, "data"}, args.data);
  call.read({1, "grid"}, args.grid);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "samples"}, args.samples);
  call.read({5, "top"}, args.top);
  call.read({6, "left"}, args.left);
  call.read({7, "bottom"}, args.bottom);
  call.read({8, "right"}, args.right);
  call.read({9, "rowPitch"}, args.row_pitch);
  call.read({10, "colPitch"}, args.col_pitch);
  call.read({11, "plane"}, args.plane);
  call.read({12, "planes"}, args.planes);
  call.read({13, "pointsV"}, args.points_v);
  call.read({14, "pointsH"}, args.points_h);
  call.read({15, "mapPlanes"}, args.map_planes);
  call.read({16, "stepX"}, args.step_x);
  call.read({17, "stepY"}, args.step_y);
  call.read({18, "originX"}, args.origin_x);
  call.read({19, "originY"}, args.origin_y);
  call.read({20, "pedestal"}, args.pedestal);
}

static bool fits(const GainFieldArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, samples = args.samples, top = args.top, left = args.left, bottom = args.bottom, right = args.right, row_pitch = args.row_pitch, col_pitch = args.col_pitch, plane = args.plane, planes = args.planes, points_v = args.points_v, points_h = args.points_h, map_planes = args.map_planes;
  return areSizes(width, height, row_pitch, col_pitch, planes, points_v, points_h, map_planes) &&
         (samples == 1 || samples == 3) &&
         top >= 0 &&
         top <= bottom &&
         left >= 0 &&
         left <= right &&
         bottom >= 0 &&
         bottom <= height &&
         right >= 0 &&
         right <= width &&
         plane >= 0 &&
         plane <= samples - planes &&
         row_end <= height &&
         holds(args.data, {width, height, samples}) &&
         holds(args.grid, {points_v, points_h, map_planes});
}

LW_KERNEL(gainField) {
  return call.run<GainFieldArgs>(gainField);
}

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

static void readArgs(Call& call, RawDenoiseArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "floor"}, args.floor);
  call.read({5, "lumaReach"}, args.luma_reach);
  call.read({6, "chromaReach"}, args.chroma_reach);
  call.read({7, "lumaShare"}, args.luma_share);
}

static bool fits(const RawDenoiseArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3});
}

LW_KERNEL(rawDenoise) {
  return call.run<RawDenoiseArgs>(rawDenoise);
}

static void readArgs(Call& call, RawLevelsArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "levels"}, args.levels);
  call.read({3, "scales"}, args.scales);
  call.read({4, "columns"}, args.columns);
  call.read({5, "rows"}, args.rows);
  call.read({6, "width"}, args.width);
  call.read({7, "height"}, args.height);
  call.read({8, "samples"}, args.samples);
  call.read({9, "cellWidth"}, args.cell_width);
  call.read({10, "cellHeight"}, args.cell_height);
  call.read({11, "pedestal"}, args.pedestal);
}

static bool fits(const RawLevelsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, samples = args.samples, cell_width = args.cell_width, cell_height = args.cell_height;
  return areSizes(width, height, cell_width, cell_height) &&
         (samples == 1 || samples == 3) &&
         row_end <= height &&
         holds(args.source, {width, height, samples}) &&
         holds(args.target, {width, height, samples}) &&
         holds(args.levels, {cell_width, cell_height, samples}) &&
         holds(args.scales, {cell_width, cell_height, samples}) &&
         holds(args.columns, {width}) &&
         holds(args.rows, {height});
}

LW_KERNEL(rawLevels) {
  return call.run<RawLevelsArgs>(rawLevels);
}

static void readArgs(Call& call, ConvolveArgs& args) {
  call.read({0, "fine"}, args.fine);
  if (call.given({1, "coarse"})) call.read({1, "coarse"}, args.coarse);
  call.read({2, "weights"}, args.weights);
  call.read({3, "bias"}, args.bias);
  call.read({4, "factors"}, args.factors);
  call.read({5, "target"}, args.target);
  call.read({6, "fineWidth"}, args.fine_width);
  call.read({7, "fineHeight"}, args.fine_height);
  call.read({8, "fineChannels"}, args.fine_channels);
  if (call.given({9, "coarseWidth"})) call.read({9, "coarseWidth"}, args.coarse_width);
  if (call.given({10, "coarseHeight"})) call.read({10, "coarseHeight"}, args.coarse_height);
  if (call.given({11, "coarseChannels"})) call.read({11, "coarseChannels"}, args.coarse_channels);
  call.read({12, "outChannels"}, args.out_channels);
  call.read({13, "side"}, args.side);
  call.read({14, "stride"}, args.stride);
  call.read({15, "wrapX"}, args.wrap_x);
  call.read({16, "shift"}, args.shift);
  call.read({17, "zero"}, args.zero);
}

static bool fits(const ConvolveArgs& args, int row_end) {
  const int64_t fine_width = args.fine_width, fine_height = args.fine_height, fine_channels = args.fine_channels, coarse_width = args.coarse_width, coarse_height = args.coarse_height, coarse_channels = args.coarse_channels, out_channels = args.out_channels, side = args.side, stride = args.stride, shift = args.shift, zero = args.zero;
  return areSizes(fine_width, fine_height, fine_channels, out_channels) &&
         fine_channels <= 1024 - coarse_channels &&
         coarse_width >= 0 &&
         coarse_width <= 67108864 &&
         coarse_height >= 0 &&
         coarse_height <= 67108864 &&
         coarse_channels >= 0 &&
         coarse_channels <= 1024 &&
         out_channels <= 1024 &&
         (side == 1 || side == 3) &&
         (stride == 1 || stride == 2) &&
         shift >= 1 &&
         shift <= 62 &&
         zero >= 0 &&
         zero <= 255 &&
         row_end <= (fine_height + stride - 1) / stride &&
         holds(args.fine, {fine_width, fine_height, fine_channels}) &&
         (args.coarse.length == 0 || holds(args.coarse, {coarse_width, coarse_height, coarse_channels})) &&
         holds(args.weights, {out_channels, side, side, fine_channels + coarse_channels}) &&
         holds(args.bias, {out_channels}) &&
         holds(args.factors, {out_channels}) &&
         holds(args.target, {(fine_width + stride - 1) / stride, (fine_height + stride - 1) / stride, out_channels});
}

LW_KERNEL(convolve) {
  return call.run<ConvolveArgs>(convolve);
}

template <typename S, typename T>
static void readArgs(Call& call, ToneMapArgs<S, T>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "grid"}, args.grid);
  call.read({5, "gridWidth"}, args.grid_width);
  call.read({6, "gridHeight"}, args.grid_height);
  call.read({7, "gridScaleX"}, args.grid_scale_x);
  call.read({8, "gridScaleY"}, args.grid_scale_y);
  call.read({9, "wrapX"}, args.wrap_x);
  call.read({10, "curve"}, args.curve);
  call.read({11, "vibrance"}, args.vibrance);
  call.read({12, "white"}, args.white);
  call.read({13, "dither"}, args.dither);
}

template <typename S, typename T>
static bool fits(const ToneMapArgs<S, T>& args, int row_end) {
  const int64_t width = args.width, height = args.height, grid_width = args.grid_width, grid_height = args.grid_height;
  return areSizes(width, height, grid_width, grid_height) &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.grid, {grid_width, grid_height, 8}) &&
         holds(args.curve, {2, 5});
}

LW_KERNEL(toneMap) {
  if (call.isU8({0, "source"}) && call.isU8({1, "target"})) return call.run<ToneMapArgs<uint8_t, uint8_t>>(toneMap);
  if (call.isU8({0, "source"})) return call.run<ToneMapArgs<uint8_t, uint16_t>>(toneMap);
  if (call.isU8({1, "target"})) return call.run<ToneMapArgs<uint16_t, uint8_t>>(toneMap);
  return call.run<ToneMapArgs<uint16_t, uint16_t>>(toneMap);
}

}  // namespace lightwell
