#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Where colours of a small copy (cells of kCellSamples, see deghost_shrink.h; width x height) jump from a cell to the next of its row or column by
// more than least_jump (65535 = 1), and what is beyond that is more than times_jump what any frame (copies of the same size) does there. Each
// skip-th row (1, 2 or 4) is looked at. counts: jumps from the cells of each block of kJumpBlock x kJumpBlock.
// Rows are rows of blocks.
struct CountJumpsArgs {
  View<uint16_t> copy;
  std::vector<View<uint16_t>> frames;
  View<uint8_t> counts;
  int width, height, skip;
  double least_jump, times_jump;
};

constexpr int kJumpBlock = 4;

Status countJumps(const CountJumpsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
