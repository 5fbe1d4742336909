#pragma once
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "../../lanes.h"
#include "../../view.h"

namespace lightwell {

// Linear interpolation of planes that have one value for each block of factor x factor pixels, at the blocks' centres;
// constant outside the outermost centres.
class BlockGrid {
 public:
  BlockGrid(int columns, int rows, int factor) : columns_(columns), rows_(rows), factor_(factor), ramp_(factor), padded_(columns + 2) {
    for (int i = 0; i < factor; i++) ramp_[i] = (float(i) + (factor % 2 ? 0.0f : 0.5f)) / float(factor);
  }

  // Writes `width` samples of pixel row y.
  void spreadRow(const float* plane, int y, int width, float* __restrict out) {
    const float position = (float(y) + 0.5f) / float(factor_) - 0.5f;
    const int above = std::min(rows_ - 1, std::max(0, static_cast<int>(std::floor(position))));
    const int below = std::min(rows_ - 1, above + 1);
    const float share = std::min(1.0f, std::max(0.0f, position - float(above)));
    float* row = padded_.data() + 1;
    mixRows(plane + size_t(above) * columns_, plane + size_t(below) * columns_, share, columns_, row);
    if (factor_ == 1) {
      for (int x = 0; x < width; x++) out[x] = row[x < columns_ ? x : columns_ - 1];
      return;
    }
    row[-1] = row[0];
    row[columns_] = row[columns_ - 1];
    // Between the centres of blocks j - 1 and j are the second half of one block and the first half of the next.
    const int half = (factor_ + 1) / 2;
    for (int j = factor_ == kLanes ? spreadFours(row, width, out) : 0; j < columns_; j++) {
      const int start = j * factor_ - half, begin = std::max(0, start), end = std::min(width, start + factor_);
      const float base = row[j - 1], step = row[j] - row[j - 1];
      for (int x = begin; x < end; x++) out[x] = base + step * ramp_[x - start];
    }
    const int last = std::max(0, columns_ * factor_ - half);
    for (int x = last; x < width; x++) out[x] = row[columns_ - 1];
  }

 private:
  static constexpr int kLanes = 4;

  // The same for all whole blocks of the usual factor, after the half block that begins the row; returns the block that
  // follows them.
  int spreadFours(const float* row, int width, float* __restrict out) const {
    const Lanes ramp{ramp_[0], ramp_[1], ramp_[2], ramp_[3]};
    for (int x = 0; x < std::min(kLanes / 2, width); x++) out[x] = row[0];
    int j = 1;
    for (; j < columns_ && j * kLanes + kLanes / 2 <= width; j++) {
      const float base = row[j - 1], step = row[j] - row[j - 1];
      const Lanes values = Lanes{base, base, base, base} + ramp * step;
      std::memcpy(out + j * kLanes - kLanes / 2, &values, sizeof values);
    }
    return j;
  }

  LW_CLONES static void mixRows(const float* __restrict a, const float* __restrict b, float share, int width, float* __restrict out) {
    for (int x = 0; x < width; x++) out[x] = a[x] + (b[x] - a[x]) * share;
  }

  int columns_, rows_, factor_;
  std::vector<float> ramp_, padded_;
};

}  // namespace lightwell
