#pragma once
#include <algorithm>

#include "../../view.h"

// Building blocks for single rows of Gaussian pyramids (Burt & Adelson 1983), with the borders of OpenCV's pyrDown.

namespace lightwell {

// Horizontal half of a reduction: width samples to ceil(width/2), taps 1 4 6 4 1, not normalised (sum 16).
LW_INLINE void reduceRow(const float* __restrict row, int width, float* __restrict out) {
  const int out_width = (width + 1) / 2;
  const auto edge = [&](int x) {
    const auto at = [&](int i) { return row[reflect101(i, width)]; };
    out[x] = (at(2 * x - 2) + at(2 * x + 2)) + 4.0f * (at(2 * x - 1) + at(2 * x + 1)) + 6.0f * at(2 * x);
  };
  const int inner_end = (width - 3) / 2;
  edge(0);
  for (int x = 1; x <= inner_end; x++) {
    out[x] = (row[2 * x - 2] + row[2 * x + 2]) + 4.0f * (row[2 * x - 1] + row[2 * x + 1]) + 6.0f * row[2 * x];
  }
  for (int x = std::max(1, inner_end + 1); x < out_width; x++) edge(x);
}

// Vertical half of a reduction, over five rows from reduceRow; normalised (by 256).
LW_INLINE void reduceColumns(const float* const rows[5], int width, float* __restrict out) {
  const float *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3], *e = rows[4];
  for (int x = 0; x < width; x++) out[x] = ((a[x] + e[x]) + 4.0f * (b[x] + d[x]) + 6.0f * c[x]) * (1.0f / 256.0f);
}

}  // namespace lightwell
