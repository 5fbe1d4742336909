// Written by `npm run kernels` from src/kernels/declarations/check.ts.
#pragma once
#include "check.h"

#include <algorithm>

#include "../binding.h"

namespace lightwell {

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

static void readArgs(Call& call, BlockStructureArgs& args) {
  call.read({0, "copy"}, args.copy);
  call.read({1, "frames"}, args.frames);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "stride"}, args.stride);
  call.read({5, "facts"}, args.facts);
  call.read({6, "tellingNorm"}, args.telling_norm);
  call.read({7, "minMean"}, args.min_mean);
  call.read({8, "maxPeak"}, args.max_peak);
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
  call.read({16, "minGrain"}, args.min_grain);
  call.read({17, "evenSpread"}, args.even_spread);
  call.read({18, "grainSpread"}, args.grain_spread);
}

static bool fits(const CellDetailArgs& args, int row_end) {
  const int64_t lumas = args.lumas.size(), width = args.width;
  return areSizes(width) &&
         row_end <= kMaxSize &&
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
  call.read({10, "minRatio"}, args.min_ratio);
  call.read({11, "maxRatio"}, args.max_ratio);
  call.read({12, "darkest"}, args.darkest);
  call.read({13, "brightest"}, args.brightest);
}

static bool fits(const FarColoursArgs& args, int row_end) {
  const int64_t labs = args.labs.size(), width = args.width;
  return areSizes(width) &&
         row_end <= kMaxSize &&
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

static void readArgs(Call& call, ReadTonesArgs& args) {
  call.read({0, "dark"}, args.dark);
  call.read({1, "bright"}, args.bright);
  call.read({2, "samples"}, args.samples);
  call.read({3, "medians"}, args.medians);
  call.read({4, "totals"}, args.totals);
  call.read({5, "clipping"}, args.clipping);
  call.read({6, "width"}, args.width);
  call.read({7, "height"}, args.height);
  call.read({8, "step"}, args.step);
  call.read({9, "bins"}, args.bins);
  call.read({10, "calm"}, args.calm);
  call.read({11, "clipAt"}, args.clip_at);
  call.read({12, "near"}, args.near);
}

static bool fits(const ReadTonesArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, step = args.step, bins = args.bins;
  return areSizes(width, height, step, bins) &&
         bins <= 256 &&
         row_end <= kMaxSize &&
         holds(args.dark, {width, height, 6}) &&
         holds(args.bright, {width, height, 6}) &&
         holds(args.samples, {row_end}) &&
         holds(args.medians, {row_end, bins}) &&
         holds(args.totals, {row_end, bins}) &&
         holds(args.clipping, {row_end, 2});
}

LW_KERNEL(readTones) {
  return call.run<ReadTonesArgs>(readTones);
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

}  // namespace lightwell
