#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Large steps of a picture's smoothed luma (width x height, display values) beside those of its frames (of the same size), `apart` cells along rows
// and columns. A picture's step counts from least_step on. reversed: steps of which every frame says the opposite by more than plain_step, and none
// by a sixth of it the same. grown: steps beyond the frames' largest by the factor grown_by and grown_step. One entry a row.
struct CountStepsArgs {
  View<float> picture;
  std::vector<View<float>> frames;
  View<int32_t> reversed, grown;
  int width, height, apart;
  double least_step, plain_step, grown_by, grown_step;
};

Status countSteps(const CountStepsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
