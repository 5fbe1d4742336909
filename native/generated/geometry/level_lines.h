// Written by `npm run kernels` from src/kernels/declarations/geometry/level-lines.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

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

}  // namespace lightwell
