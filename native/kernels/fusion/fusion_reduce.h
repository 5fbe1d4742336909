#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"
#include "fusion_rows.h"

namespace lightwell {

// Weights of all frames, normalised, and from them and the frames the level `levels` of every Gaussian pyramid: targets[i] is 4 planes
// (red, green, blue: 32640 = 1.0; weight: 32767 = 1.0), each side halved that often rounding up. Rows are that level's.
struct FusionReduceArgs {
  FusionInput input;
  std::vector<View<uint16_t>> targets;
};

Status fusionReduce(const FusionReduceArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
