#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// The coarse end of the fused pyramid: builds the further `depth` levels above levels[i] (as fusionReduce wrote them: 4 planes of
// width x height), blends them and collapses them into target, 3 planes of width x height, 16320 = 1.0 from 8160 on.
// Rows are the three planes.
struct FusionCollapseArgs {
  std::vector<View<uint16_t>> levels;
  View<uint16_t> target;
  int width, height, depth;
};

Status fusionCollapse(const FusionCollapseArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
