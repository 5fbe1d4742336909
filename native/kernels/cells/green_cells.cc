#include "../../generated/cells.h"

#include <cmath>


namespace lightwell {

namespace {

constexpr int kGreen = 1, kSpread = 4, kPeak = 5;

LW_CLONES void readRow(const uint16_t* copy, int width, double clip_at, uint16_t* __restrict target, uint8_t* __restrict clipped) {
  for (int x = 0; x < width; x++) {
    const uint16_t* cell = copy + size_t(x) * kCellSamples;
    const double green = cell[kGreen], spread = cell[kSpread];
    const double square = green * green - spread * spread;
    target[x] = static_cast<uint16_t>(static_cast<int>(std::sqrt(square > 0 ? square : 0) + 0.5));
    clipped[x] = cell[kPeak] >= clip_at ? 1 : 0;
  }
}

}  // namespace

// Green of a small copy's cells (kCellSamples each; width x height). target: its mean, 65535 = 1; clipped: 1 where the
// largest sample inside a cell is clip_at or more, else 0.
Status greenCells(const GreenCellsArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const size_t at = size_t(y) * width;
    readRow(args.copy.data + at * kCellSamples, width, args.clip_at, args.target.data + at, args.clipped.data + at);
  }
  return Status::kOk;
}

}  // namespace lightwell
