// Written by `npm run kernels` from src/kernels/declarations/geometry.ts.
#pragma once
#include "../status.h"
#include "../view.h"
#include "constants.h"
#include "records.h"

namespace lightwell {

template <typename S>
struct ChannelShiftsArgs {
  View<S> source;
  View<float> shifts;
  int width;
  int height;
  int block_px;
  int spacing;
  double max;
  double min_slope;
  double min_contrast;
  double brightest;
  int halved;
  double units_per_px;
  double red_linear;
  double red_cubic;
  double blue_linear;
  double blue_cubic;
};

template <typename S>
Status channelShifts(const ChannelShiftsArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

struct LevelLinesArgs {
  View<float> source;
  View<float> light;
  View<float> magnitude;
  View<float> direction_x;
  View<float> direction_y;
  int width;
  int height;
  int channels;
  double red;
  double green;
  double blue;
  double min_magnitude;
  double max_slope_x;
  double max_slope_y;
};

Status levelLines(const LevelLinesArgs& args, int row_begin, int row_end, CancelFlag cancel);

template <typename S, typename T>
struct WarpArgs {
  View<S> source;
  View<T> target;
  int source_width;
  int source_height;
  int target_width;
  int target_height;
  View<float> grid;
  int grid_step;
  int nodes_x;
  int nodes_y;
  int map_channels;
  View<float> gain;
  bool wrap_x;
};

template <typename S, typename T>
Status warp(const WarpArgs<S, T>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
