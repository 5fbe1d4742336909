#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"
#include "fusion_rows.h"

namespace lightwell {

// The finest levels of the fused pyramid in one go: weights and levels are made again row by row (cheaper than keeping them), blended
// with the stored level `levels` and written. stored[i]: as fusionReduce wrote it; result: as fusionCollapse wrote it (both unused
// when `levels` is 0). target: width x height x 3 interleaved, display values from -headroom (0) to 1 + headroom (65535), clipped.
// Headroom is 0 or 0.5, which is all that the result's rows hold. Rows are the target's.
struct FusionExpandArgs {
  FusionInput input;
  std::vector<View<uint16_t>> stored;
  View<uint16_t> result, target;
  float headroom;
};

Status fusionExpand(const FusionExpandArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
