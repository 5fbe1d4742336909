// Written by `npm run kernels` from src/kernels/declarations/develop.ts.
#pragma once
#include "../status.h"
#include "../view.h"

namespace lightwell {

template <typename S>
struct CaptureSharpenArgs {
  View<S> source;
  View<S> target;
  View<float> noise;
  int width;
  int height;
  float first;
  float second;
  float third;
};

template <typename S>
Status captureSharpen(const CaptureSharpenArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

template <typename T>
struct DevelopBayerArgs {
  View<uint16_t> source;
  View<T> target;
  View<float> black;
  View<float> scale;
  View<uint16_t> curve;
  View<float> matrix;
  View<float> clip;
  int width;
  int height;
  int red_x;
  int red_y;
  int left;
  int top;
  int crop_width;
  int crop_height;
  int64_t start;
  int64_t step_x;
  int64_t step_y;
};

template <typename T>
Status developBayer(const DevelopBayerArgs<T>& args, int row_begin, int row_end, CancelFlag cancel);

struct DevelopColorArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  View<uint16_t> curve;
  View<float> matrix;
  View<float> clip;
  int width;
  int height;
  int64_t start;
  int64_t step_x;
  int64_t step_y;
};

Status developColor(const DevelopColorArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct GainTableMapArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  View<float> gains;
  View<float> forward;
  View<float> clip;
  View<float> weights;
  int width;
  int height;
  int rows;
  int columns;
  int points;
  double start_x;
  double step_x;
  double start_y;
  double step_y;
  float gamma;
  float scale;
};

Status gainTableMap(const GainTableMapArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct HueSatMapArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  View<float> table;
  View<float> forward;
  View<float> backward;
  View<float> clip;
  int width;
  int height;
  int hues;
  int saturations;
  int values;
  bool encoded;
};

Status hueSatMap(const HueSatMapArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
