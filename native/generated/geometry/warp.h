// Written by `npm run kernels` from src/kernels/declarations/geometry/warp.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

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
