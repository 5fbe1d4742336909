#include "split_rows.h"

namespace lightwell {

namespace {

// Every step stays within 16 bits (samples have 15), so that a vector holds 16 lanes.
LW_INLINE uint16_t meanDown(uint16_t a, uint16_t b) { return static_cast<uint16_t>(static_cast<uint16_t>(a + b) >> 1); }
LW_INLINE uint16_t meanUp(uint16_t a, uint16_t b) { return static_cast<uint16_t>(static_cast<uint16_t>(a + b + 1) >> 1); }
// a + (b - a) / 4; `rounding` is added before the shift.
LW_INLINE uint16_t nearer(uint16_t a, uint16_t b, int rounding) {
  return static_cast<uint16_t>(a + (static_cast<int16_t>(b - a + rounding) >> 2));
}
// a * b / 32768, rounded.
LW_INLINE int16_t scaled(int16_t a, int16_t b) { return static_cast<int16_t>((((int32_t(a) * b) >> 14) + 1) >> 1); }

// (a + 4 b + 6 c + 4 d + e) / 16
LW_INLINE uint16_t binomial(uint16_t a, uint16_t b, uint16_t c, uint16_t d, uint16_t e) {
  return meanUp(meanDown(b, d), nearer(c, meanDown(a, e), 1));
}
// (a + 6 b + c) / 8
LW_INLINE uint16_t centred(uint16_t a, uint16_t b, uint16_t c) { return nearer(b, meanDown(a, c), 2); }

LW_CLONES void splitColumns(const uint16_t* __restrict row, int pairs, uint16_t* __restrict even, uint16_t* __restrict odd) {
  for (int x = 0; x < pairs; x++) {
    even[x] = row[2 * x];
    odd[x] = row[2 * x + 1];
  }
}
LW_CLONES void onCentre(const uint16_t* __restrict a, const uint16_t* __restrict b, const uint16_t* __restrict c, int width,
                        uint16_t* __restrict out) {
  for (int x = 0; x < width; x++) out[x] = centred(a[x], b[x], c[x]);
}
LW_CLONES void between(const uint16_t* __restrict a, const uint16_t* __restrict b, int width, uint16_t* __restrict out) {
  for (int x = 0; x < width; x++) out[x] = meanUp(a[x], b[x]);
}
LW_CLONES void reduceFive(const uint16_t* __restrict a, const uint16_t* __restrict b, const uint16_t* __restrict c,
                          const uint16_t* __restrict d, const uint16_t* __restrict e, int width, uint16_t* __restrict out) {
  for (int x = 0; x < width; x++) out[x] = binomial(a[x], b[x], c[x], d[x], e[x]);
}
LW_CLONES void reduceSplit(const uint16_t* __restrict even, const uint16_t* __restrict odd, int width, uint16_t* __restrict out) {
  for (int x = 0; x < width; x++) out[x] = binomial(even[x - 1], odd[x - 1], even[x], odd[x], even[x + 1]);
}
LW_CLONES void expandSplit(const uint16_t* __restrict coarse, int width, uint16_t* __restrict even, uint16_t* __restrict odd) {
  for (int x = 0; x < width; x++) {
    even[x] = centred(coarse[x - 1], coarse[x], coarse[x + 1]);
    odd[x] = meanDown(coarse[x], coarse[x + 1]);
  }
}
LW_CLONES void addSplit(const int16_t* __restrict weight_even, const int16_t* __restrict weight_odd,
                        const uint16_t* __restrict fine_even, const uint16_t* __restrict fine_odd,
                        const uint16_t* __restrict coarse, int width, int16_t* __restrict sum_even, int16_t* __restrict sum_odd) {
  for (int x = 0; x < width; x++) {
    const int16_t even = static_cast<int16_t>(fine_even[x] - centred(coarse[x - 1], coarse[x], coarse[x + 1]));
    const int16_t odd = static_cast<int16_t>(fine_odd[x] - meanDown(coarse[x], coarse[x + 1]));
    sum_even[x] = static_cast<int16_t>(sum_even[x] + scaled(weight_even[x], even));
    sum_odd[x] = static_cast<int16_t>(sum_odd[x] + scaled(weight_odd[x], odd));
  }
}
LW_CLONES void addWhole(const int16_t* __restrict weight, const int16_t* __restrict fine, int width, int16_t* __restrict sum) {
  for (int x = 0; x < width; x++) sum[x] = static_cast<int16_t>(sum[x] + scaled(weight[x], fine[x]));
}

const int16_t* asSigned(const uint16_t* samples) { return reinterpret_cast<const int16_t*>(samples); }

}  // namespace

void splitRow(const uint16_t* row, int width, Split<uint16_t> out) {
  splitColumns(row, width / 2, out.even, out.odd);
  if (width & 1) out.even[width / 2] = row[width - 1];
  mirrorEnds(out, width);
}

void reduceAcross(Split<const uint16_t> row, int width, uint16_t* out) { reduceSplit(row.even, row.odd, (width + 1) / 2, out); }

void reduceDown(const uint16_t* const rows[5], int width, uint16_t* out) {
  reduceFive(rows[0], rows[1], rows[2], rows[3], rows[4], width, out);
}

void expandDown(const CoarseRows& rows, int coarse_width, uint16_t* out) {
  if (rows.between) {
    between(rows.centre, rows.below, coarse_width, out);
  } else {
    onCentre(rows.above, rows.centre, rows.below, coarse_width, out);
  }
  out[-1] = out[coarse_width > 1 ? 1 : 0];
  out[coarse_width] = out[coarse_width - 1];
}

void expandAcross(const uint16_t* coarse, int coarse_width, Split<uint16_t> out) {
  expandSplit(coarse, coarse_width, out.even, out.odd);
}

void addDetail(Split<const uint16_t> weight, Split<const uint16_t> fine, const uint16_t* coarse, int coarse_width,
               Split<int16_t> sum) {
  if (coarse) {
    addSplit(asSigned(weight.even), asSigned(weight.odd), fine.even, fine.odd, coarse, coarse_width, sum.even, sum.odd);
  } else {
    addWhole(asSigned(weight.even), asSigned(fine.even), coarse_width, sum.even);
    addWhole(asSigned(weight.odd), asSigned(fine.odd), coarse_width, sum.odd);
  }
}

}  // namespace lightwell
