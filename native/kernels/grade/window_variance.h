#pragma once
#include "../../view.h"

namespace lightwell {

// Variance in square windows of 2 R + 1 rows, each with R samples of border on either side of `width`. sums and
// squares: width + 2 R samples of scratch.
template <int R>
LW_INLINE void windowVariance(const float* const* rows, int width, float* __restrict sums, float* __restrict squares,
                              float* __restrict out) {
  constexpr int kSide = 2 * R + 1;
  const float* row[kSide];
  for (int j = 0; j < kSide; j++) row[j] = rows[j];
  for (int x = 0; x < width + 2 * R; x++) {
    float sum = 0.0f, square = 0.0f;
    for (int j = 0; j < kSide; j++) {
      sum += row[j][x];
      square += row[j][x] * row[j][x];
    }
    sums[x] = sum;
    squares[x] = square;
  }
  constexpr float kPerWindow = 1.0f / float(kSide * kSide);
  for (int x = 0; x < width; x++) {
    float sum = 0.0f, square = 0.0f;
    for (int j = 0; j < kSide; j++) {
      sum += sums[x + j];
      square += squares[x + j];
    }
    const float mean = sum * kPerWindow, variance = square * kPerWindow - mean * mean;
    out[x] = variance > 0.0f ? variance : 0.0f;
  }
}

}  // namespace lightwell
