#include "count_jumps.h"

#include <algorithm>
#include <cstdlib>

#include "../cells/deghost_shrink.h"

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

Status countJumps(const CountJumpsArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height;
  if (!areSizes(width, height, args.skip) || kJumpBlock % args.skip != 0) return Status::kBadArguments;
  const int columns = (width + kJumpBlock - 1) / kJumpBlock, rows = (height + kJumpBlock - 1) / kJumpBlock;
  if (row_begin < 0 || row_end > rows || !holds(args.copy, {width, height, kCellSamples}) || !holds(args.counts, {columns, rows})) {
    return Status::kBadArguments;
  }
  for (const auto& frame : args.frames) {
    if (!holds(frame, {width, height, kCellSamples})) return Status::kBadArguments;
  }
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
