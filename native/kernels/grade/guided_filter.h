#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Guided filter (He, Sun, Tang 2013, eq. 5, 6, 8) by one guide, of several planes of width x height: means over areas that end where
// the guide jumps by more than the root of epsilon. For each plane of `planes`, `coefficients` has two: what the filtered plane is per unit of the
// guide, and what is added to that. Windows are (2 radius + 1)^2, cut at the borders. Rows are planes.
struct GuidedFilterArgs {
  View<float> guide, planes, coefficients;
  int width, height, radius;
  double epsilon;
};

Status guidedFilter(const GuidedFilterArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
