#include "../../generated/cells.h"

#include <algorithm>
#include <cmath>


namespace lightwell {

namespace {

// The upper 12 of 16 bits, as in deghostShrink.
constexpr int kFull = 4095, kShift = 4, kSpread = 4;

void describe(const uint16_t* cells, size_t stride, int factor, uint16_t* out, float* spreads) {
  uint64_t squares[3] = {0, 0, 0}, green = 0;
  uint16_t peak = 0;
  float spread = 0;
  for (int j = 0; j < factor; j++) {
    uint32_t row_spread = 0;
    for (const uint16_t *cell = cells + j * stride, *end = cell + size_t(factor) * kCellSamples; cell < end; cell += kCellSamples) {
      for (int c = 0; c < 3; c++) {
        const uint32_t value = cell[c] >> kShift;
        squares[c] += value * value;
      }
      green += cell[1] >> kShift;
      peak = std::max(peak, cell[1]);
      row_spread += cell[kSpread];
    }
    spread = static_cast<float>(double(spread) + row_spread);
  }
  const double samples = double(factor) * factor;
  const double r = double(squares[0]) / samples, g = double(squares[1]) / samples, b = double(squares[2]) / samples;
  const double mean = double(green) / samples, variance = g - mean * mean;
  const double values[] = {r, g, b, 0.2126 * r + 0.7152 * g + 0.0722 * b, variance > 0 ? variance : 0};
  for (int c = 0; c < kCellSamples - 1; c++) {
    out[c] = static_cast<uint16_t>(std::floor(std::sqrt(values[c]) * (65535.0 / kFull) + 0.5));
  }
  out[kCellSamples - 1] = peak;
  *spreads = spread;
}

}  // namespace

// Merges factor x factor cells of a small copy into one. Rows are target rows.
Status coarsenCells(const CoarsenCellsArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int factor = args.factor;
  const int columns = args.width / factor;
  const size_t stride = size_t(args.width) * kCellSamples;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    for (int x = 0; x < columns; x++) {
      const size_t to = size_t(y) * columns + x;
      const uint16_t* cells = args.copy.data + size_t(y) * factor * stride + size_t(x) * factor * kCellSamples;
      describe(cells, stride, factor, args.target.data + to * kCellSamples, args.spreads.data + to);
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
