#pragma once
#include <algorithm>

#include "../view.h"

// One-row building blocks of Gaussian and Laplacian pyramids (Burt & Adelson 1983), shared by the fusion kernels. They follow
// OpenCV's pyrDown and pyrUp, borders included, because the merge is held against its MergeMertens.

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

// Vertical half of a reduction over five rows that reduceRow made; normalised (by 256).
LW_INLINE void reduceColumns(const float* const rows[5], int width, float* __restrict out) {
  const float *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3], *e = rows[4];
  for (int x = 0; x < width; x++) out[x] = ((a[x] + e[x]) + 4.0f * (b[x] + d[x]) + 6.0f * c[x]) * (1.0f / 256.0f);
}

// Which coarse rows a fine row y is made of, and whether it lies between two of them (weights 4 4) or on one (1 6 1).
struct ExpandRows {
  int above, centre, below;
  bool between;
};
LW_INLINE ExpandRows expandRows(int y, int coarse_height) {
  const int k = y >> 1;
  const int below = std::min(k + 1, coarse_height - 1);
  if (y & 1) return {k, k, below, true};
  return {k > 0 ? k - 1 : std::min(1, coarse_height - 1), k, below, false};
}

// Vertical half of an expansion, not normalised (sum 8); rows of any sample type.
template <typename T>
LW_INLINE void expandColumns(const T* __restrict above, const T* __restrict centre, const T* __restrict below, bool between,
                             int width, float* __restrict out) {
  if (between) {
    for (int x = 0; x < width; x++) out[x] = 4.0f * (float(centre[x]) + float(below[x]));
  } else {
    for (int x = 0; x < width; x++) out[x] = (float(above[x]) + float(below[x])) + 6.0f * float(centre[x]);
  }
}

// Horizontal half of an expansion: width samples to out_width (2 width or 2 width - 1), times `scale` (1/64 undoes both halves).
LW_INLINE void expandRow(const float* __restrict row, int width, float scale, float* __restrict out, int out_width) {
  if (width == 1) {
    for (int x = 0; x < out_width; x++) out[x] = 8.0f * row[0] * scale;
    return;
  }
  out[0] = (6.0f * row[0] + 2.0f * row[1]) * scale;
  out[1] = 4.0f * (row[0] + row[1]) * scale;
  for (int x = 1; x < width - 1; x++) {
    out[2 * x] = ((row[x - 1] + row[x + 1]) + 6.0f * row[x]) * scale;
    out[2 * x + 1] = 4.0f * (row[x] + row[x + 1]) * scale;
  }
  const int last = width - 1;
  out[2 * last] = (row[last - 1] + 7.0f * row[last]) * scale;
  if (2 * last + 1 < out_width) out[2 * last + 1] = 8.0f * row[last] * scale;
}

}  // namespace lightwell
