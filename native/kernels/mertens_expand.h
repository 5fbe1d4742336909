#pragma once
#include <vector>

#include "../status.h"
#include "../view.h"
#include "mertens_rows.h"

namespace lightwell {

// The finest levels of the fused pyramid in one go: weights and levels are made again row by row (cheaper than keeping them), blended
// with the stored level `levels` and written. stored[i]: as mertensReduce wrote it; result: as mertensCollapse wrote it (both unused
// when `levels` is 0). target: width x height x 3 interleaved, 65535 = 1.0, clipped. Rows are the target's.
struct MertensExpandArgs {
  MertensInput input;
  std::vector<View<uint16_t>> stored;
  View<uint16_t> result, target;
};

Status mertensExpand(const MertensExpandArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
