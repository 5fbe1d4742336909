#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// One Gaussian pyramid step (5 x 5 binomial, reflect-101) over planes of 16-bit samples: `planes` x height x width to
// `planes` x ceil(height/2) x ceil(width/2). Rows are the target's rows of one plane after the other (planes x target height).
struct ReducePlanesArgs {
  View<uint16_t> source, target;
  int width, height, planes;
};

Status reducePlanes(const ReducePlanesArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
