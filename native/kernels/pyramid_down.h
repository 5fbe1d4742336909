#pragma once
#include "../status.h"
#include "../view.h"

namespace lightwell {

// One Gaussian pyramid step: 5 x 5 binomial filter over reflect-101 borders, every second sample. source: width x height x
// channels, target: ceil(width/2) x ceil(height/2) x channels, interleaved float, any range. Rows are the target's.
struct PyramidDownArgs {
  View<float> source, target;
  int width, height, channels;
};

Status pyramidDown(const PyramidDownArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
