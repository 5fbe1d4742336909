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

// Mean and clipping of green in the cells of a small copy. Rows are rows of cells.
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
