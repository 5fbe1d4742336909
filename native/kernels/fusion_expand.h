#pragma once
#include <vector>

#include "../status.h"
#include "../view.h"
#include "fusion_rows.h"

namespace lightwell {

// The two finest levels of the fused pyramid in one go: level 1 and level 0 of frames and weights are made again row by row
// (cheaper than keeping them), blended with the stored level 2 and written. quarters[i]: level 2 of frame i as fusionReduce wrote
// it; quarter_result: the collapsed result at level 2 as fusionBlend wrote it (both unused when `levels` < 2, the depth of the
// pyramid). target: width x height x 3 interleaved, display values from -headroom (0) to 1 + headroom (65535), clipped there. Rows are
// the target's.
struct FusionExpandArgs {
  std::vector<FusionFrame> frames;
  std::vector<View<uint16_t>> quarters;
  View<int16_t> quarter_result;
  View<uint16_t> target;
  int width, height, levels;
  float headroom;
  FusionWeights weights;
};

Status fusionExpand(const FusionExpandArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
