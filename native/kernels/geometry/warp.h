#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Resamples an interleaved RGB picture through a grid of source positions, bicubic (Keys 1981, a = -1/2). T: 8 or 16 bits a
// sample; the target has the source's type, or 16 bits. Rows are the target's.
//
// grid: nodes_x * nodes_y * map_channels * 2 floats, the source position (x, y), in pixels with centres at whole numbers, of the
// target pixel (i * grid_step, j * grid_step); bilinear in between. map_channels 3: own positions for red, green and blue.
// nodes_x >= (target_width - 1) / grid_step + 2, nodes_y likewise; grid_step 1 to 64. Positions outside the source take its edge;
// with wrap_x they come in again on the other side. NaN counts as the left or upper edge.
// gain: empty, or nodes_x * nodes_y factors (clamped to 1/2 to 16; NaN counts as 1/2) on linear light, bilinear, applied after the resampling.
template <typename S, typename T>
struct WarpArgs {
  View<S> source;
  View<T> target;
  int source_width, source_height, target_width, target_height;
  View<float> grid;
  int grid_step, nodes_x, nodes_y, map_channels;
  View<float> gain;
  bool wrap_x;
};

template <typename S, typename T>
Status warp(const WarpArgs<S, T>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
