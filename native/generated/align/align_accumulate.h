// Written by `npm run kernels` from src/kernels/declarations/align/align-accumulate.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../records.h"

namespace lightwell {

struct AlignAccumulateArgs {
  View<float> template_;
  View<uint8_t> blocked;
  int template_stride;
  View<float> frame;
  int frame_stride;
  bool spline;
  View<double> transform;
  View<int32_t> tiles;
  float least_square;
  float tukey;
  View<double> sums;
};

Status alignAccumulate(const AlignAccumulateArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
