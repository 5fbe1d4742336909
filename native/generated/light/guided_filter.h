// Written by `npm run kernels` from src/kernels/declarations/light/guided-filter.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct GuidedFilterArgs {
  View<float> guide;
  View<float> planes;
  View<float> coefficients;
  int width;
  int height;
  int radius;
  double epsilon;
};

Status guidedFilter(const GuidedFilterArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
