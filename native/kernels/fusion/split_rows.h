#pragma once
#include <cstdint>
#include <initializer_list>

#include "../../view.h"

// Building blocks of Gaussian and Laplacian pyramids (Burt & Adelson 1983) on rows of 16-bit samples. A row that is
// halved, or that is the result of doubling, is split into its even and its odd columns: neither step then moves
// samples between lanes, and both are sums of neighbours. Sums are chains of averages, which need no wider samples;
// they round up and down in turn, so that no level drifts (each by less than 0.1 of a step). Borders follow OpenCV's
// pyrDown and pyrUp, because the merge is compared with its MergeMertens.

namespace lightwell {

// Number of samples before even[0] and odd[0], and after the last ones, that the steps below may read or overwrite.
constexpr int kRowMargin = 16;

// Samples that one half of a split row, or a whole row of that width, needs: with margins, rounded up to whole vectors.
constexpr int rowRoom(int width) { return (width + 2 * kRowMargin + 31) / 32 * 32; }

// Even and odd columns of one row.
template <typename T>
struct Split {
  T* even;
  T* odd;
};

// Sets two samples outside each end to the mirror (reflect-101) of the row.
template <typename T>
void mirrorEnds(Split<T> row, int width) {
  const auto at = [&](int x) -> T& { return (x & 1) ? row.odd[(x - (x & 1)) / 2] : row.even[x / 2]; };
  for (int x : {-2, -1, width, width + 1}) at(x) = at(reflect101(x, width));
}

// Splits a row and mirrors its ends.
void splitRow(const uint16_t* row, int width, Split<uint16_t> out);

// Horizontal half of a reduction (taps 1 4 6 4 1, sum 16): a split row with mirrored ends to ceil(width / 2) samples.
void reduceAcross(Split<const uint16_t> row, int width, uint16_t* out);

// Vertical half of a reduction, over five rows from reduceAcross.
void reduceDown(const uint16_t* const rows[5], int width, uint16_t* out);

// The coarse rows from which a fine row y is expanded (weights 4 4 between two rows, 1 6 1 on a row).
struct CoarseRows {
  const uint16_t *above, *centre, *below;
  bool between;
};
template <typename RowAt>
CoarseRows coarseRows(int y, int coarse_height, RowAt&& at) {
  const int k = y >> 1, next = k + 1 < coarse_height ? k + 1 : coarse_height - 1;
  if (y & 1) return {at(k), at(k), at(next), true};
  // Requested in ascending order: rings keep previous rows, not skipped ones.
  const int before = k > 0 ? k - 1 : (coarse_height > 1 ? 1 : 0);
  const uint16_t* above = before < k ? at(before) : nullptr;
  const uint16_t* centre = at(k);
  const uint16_t* below = at(next);
  return {above ? above : at(before), centre, below, false};
}

// Vertical half of an expansion: ceil(width / 2) samples, plus one outside each end for the two functions below.
void expandDown(const CoarseRows& rows, int coarse_width, uint16_t* out);

// Horizontal half of an expansion.
void expandAcross(const uint16_t* coarse, int coarse_width, Split<uint16_t> out);

// sum += weight * (fine - horizontal half of the expansion of `coarse`), 32768 = 1.0 in weights; without `coarse`, sum
// += weight * fine.
void addDetail(Split<const uint16_t> weight, Split<const uint16_t> fine, const uint16_t* coarse, int coarse_width,
               Split<int16_t> sum);

}  // namespace lightwell
