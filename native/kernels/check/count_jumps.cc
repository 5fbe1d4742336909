#include "../../generated/check_edges.h"

#include <algorithm>
#include <cstdlib>

#include "../../generated/cells.h"

namespace lightwell {

namespace {

// Difference in the channel that changes most.
int jumpOf(const uint16_t* from, const uint16_t* to) {
  return std::max({std::abs(to[0] - from[0]), std::abs(to[1] - from[1]), std::abs(to[2] - from[2])});
}

// The largest channel of two cells.
int peakOf(const uint16_t* from, const uint16_t* to) {
  return std::max({from[0], from[1], from[2], to[0], to[1], to[2]});
}

bool jumps(const CountJumpsArgs& args, size_t from, size_t to) {
  const uint16_t *ours = args.copy.data + from * kCellSamples, *next = args.copy.data + to * kCellSamples;
  const double jump = jumpOf(ours, next);
  if (jump <= args.min_jump) return false;
  const double shown = (jump - args.min_jump) / args.times_jump, peak = peakOf(ours, next) + args.floor;
  return std::none_of(args.frames.begin(), args.frames.end(), [&](const View<uint16_t>& frame) {
    const uint16_t *theirs = frame.data + from * kCellSamples, *after = frame.data + to * kCellSamples;
    return std::max(1.0, peak / (peakOf(theirs, after) + args.floor)) * jumpOf(theirs, after) >= shown;
  });
}

}  // namespace

// Counts jumps of colour between neighbouring cells that no frame explains. Rows are rows of blocks.
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
