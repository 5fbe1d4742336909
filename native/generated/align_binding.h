// Written by `npm run kernels` from src/kernels/declarations/align.ts.
#pragma once
#include "align.h"

#include <algorithm>

#include "../binding.h"

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
  call.read({8, "minSquare"}, args.min_square);
  call.read({9, "tukey"}, args.tukey);
  call.read({10, "sums"}, args.sums);
}

static bool fits(const AlignAccumulateArgs& args, int row_end) {
  const int64_t template_stride = args.template_stride, frame_stride = args.frame_stride;
  return areSizes(template_stride, frame_stride) &&
         row_end <= kMaxSize &&
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
         row_end <= kMaxSize &&
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

}  // namespace lightwell
