// Written by `npm run kernels` from src/kernels/declarations/tone.ts.
#pragma once
#include "../status.h"
#include "../view.h"
#include "records.h"

namespace lightwell {

template <typename S, typename T>
struct ToneMapArgs {
  View<S> source;
  View<T> target;
  int width;
  int height;
  View<float> grid;
  int grid_width;
  int grid_height;
  double grid_scale_x;
  double grid_scale_y;
  bool wrap_x;
  View<float> curve;
  float vibrance;
  float white;
  bool dither;
};

template <typename S, typename T>
Status toneMap(const ToneMapArgs<S, T>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
