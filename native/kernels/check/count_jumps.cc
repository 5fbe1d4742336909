#include "../../generated/check/count_jumps.h"

#include <algorithm>
#include <cstdlib>

#include "../../generated/cells/deghost_shrink.h"

namespace lightwell {

namespace {

bool jumps(const CountJumpsArgs& args, size_t from, size_t to) {
  for (size_t i = from * kCellSamples, j = to * kCellSamples, end = i + 3; i < end; i++, j++) {
    const double jump = std::abs(int(args.copy.data[j]) - int(args.copy.data[i]));
    if (jump <= args.least_jump) continue;
    const double shown = (jump - args.least_jump) / args.times_jump;
    const auto shows = [&](const View<uint16_t>& frame) { return std::abs(int(frame.data[j]) - int(frame.data[i])) >= shown; };
    if (std::none_of(args.frames.begin(), args.frames.end(), shows)) return true;
  }
  return false;
}

}  // namespace

// Where colours of a small copy (cells of kCellSamples; width x height) jump from a cell to the next of its row or
// column by more than least_jump (65535 = 1), and what is beyond that is more than times_jump what any frame (copies of
// the same size) does there. Each skip-th row (1, 2 or 4) is looked at. counts: jumps from the cells of each block of
// kJumpBlock x kJumpBlock. Rows are rows of blocks.
Status countJumps(const CountJumpsArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height;
  const int columns = (width + kJumpBlock - 1) / kJumpBlock;
  std::fill(args.counts.data + size_t(row_begin) * columns, args.counts.data + size_t(row_end) * columns, uint8_t(0));
  for (int y = row_begin * kJumpBlock; y < std::min(height, row_end * kJumpBlock); y += args.skip) {
    if (cancel.raised()) return Status::kCancelled;
    uint8_t* counts = args.counts.data + size_t(y / kJumpBlock) * columns;
    for (int x = 0; x < width; x++) {
      const size_t at = size_t(y) * width + x;
      if (x + 1 < width && jumps(args, at, at + 1)) counts[x / kJumpBlock]++;
      if (y + 1 < height && jumps(args, at, at + width)) counts[x / kJumpBlock]++;
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
