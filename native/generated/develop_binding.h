// Written by `npm run kernels` from src/kernels/declarations/develop.ts.
#pragma once
#include "develop.h"

#include <algorithm>

#include "../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, CaptureSharpenArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "noise"}, args.noise);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "first"}, args.first);
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

}  // namespace lightwell
