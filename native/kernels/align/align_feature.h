#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Edges without the slow changes of light: source (width x height, 65535 = 1) smoothed by [1 2 1]/4 along both axes, less its
// mean over (2 radius + 1)^2; borders repeat the edge. radius 1 to 32. Rows are the target's.
struct AlignFeatureArgs {
  View<uint16_t> source;
  View<float> target;
  int width, height, radius;
};

Status alignFeature(const AlignFeatureArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
