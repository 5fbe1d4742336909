#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Gradients of a small picture's light. source: width x height x channels (1 or 3) display values; three are weighed by red, green and
// blue. light: smoothed by the binomial over 5 x 5 pixels, the border repeated. magnitude: size of Scharr's gradient, 0 where it is less
// than min_magnitude, where |gy| > |gx| max_slope_y or |gx| > |gy| max_slope_x, and along the border; direction_x, direction_y: its unit
// vector there, else 0. All width x height. Computed in double precision, rounded where it is stored.
struct LevelLinesArgs {
  View<float> source, light, magnitude, direction_x, direction_y;
  int width, height, channels;
  double red, green, blue, min_magnitude, max_slope_x, max_slope_y;
};

Status levelLines(const LevelLinesArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
