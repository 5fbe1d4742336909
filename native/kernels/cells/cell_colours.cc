#include "../../generated/cells.h"

#include <cmath>


namespace lightwell {

namespace {

constexpr int kLuma = 3;

}  // namespace

// Colours of the cells of a small copy. Rows are rows of cells.
Status cellColours(const CellColoursArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const uint16_t* from = args.copy.data + size_t(y) * args.width * kCellSamples;
    uint16_t* to = args.target.data + size_t(y) * args.width * 3;
    for (int x = 0; x < args.width; x++, from += kCellSamples, to += 3) {
      for (int c = 0; c < 3; c++) to[c] = from[c];
    }
  }
  return Status::kOk;
}

// Cells with the given colours and their luma. Their spread and peak are unknown and set to 0.
Status colouredCells(const ColouredCellsArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const uint16_t* from = args.source.data + size_t(y) * args.width * 3;
    uint16_t* to = args.target.data + size_t(y) * args.width * kCellSamples;
    for (int x = 0; x < args.width; x++, from += 3, to += kCellSamples) {
      const double r = from[0], g = from[1], b = from[2];
      for (int c = 0; c < 3; c++) to[c] = from[c];
      to[kLuma] = static_cast<uint16_t>(std::sqrt(0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b));
      to[4] = to[5] = 0;
    }
  }
  return Status::kOk;
}

// Luma of the cells of a small copy, 1 = full scale. Rows are rows of cells.
Status cellLuma(const CellLumaArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const uint16_t* from = args.copy.data + size_t(y) * width * kCellSamples + kLuma;
    float* to = args.target.data + size_t(y) * width;
    for (int x = 0; x < width; x++) to[x] = static_cast<float>(from[size_t(x) * kCellSamples] / 65535.0);
  }
  return Status::kOk;
}

}  // namespace lightwell
