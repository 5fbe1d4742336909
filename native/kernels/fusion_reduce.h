#pragma once
#include <vector>

#include "../status.h"
#include "../view.h"
#include "fusion_rows.h"

namespace lightwell {

// Weights of all frames, normalised, and from them and the frames level 2 of every Gaussian pyramid. targets[i] is 4 planes
// (red, green, blue, weight) of quarter width x quarter height, each side halved twice rounding up, 65535 = 1.0.
// Rows are level-2 rows. Needs min(width, height) >= 4.
struct FusionReduceArgs {
  std::vector<FusionFrame> frames;
  std::vector<View<uint16_t>> targets;
  int width, height;
  FusionWeights weights;
};

Status fusionReduce(const FusionReduceArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
