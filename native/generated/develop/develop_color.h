// Written by `npm run kernels` from src/kernels/declarations/develop/develop-color.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

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

}  // namespace lightwell
