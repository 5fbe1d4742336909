// Written by `npm run kernels` from src/kernels/declarations/copies.ts.
#pragma once
#include "copies.h"

#include <algorithm>

#include "../binding.h"

namespace lightwell {

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
         row_end <= kMaxSize &&
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

}  // namespace lightwell
