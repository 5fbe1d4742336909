#include "../../generated/cells.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lightwell {

namespace {

template <typename T>
struct Depth;
template <>
struct Depth<uint8_t> {
  static constexpr int kFull = 255, kShift = 0;
};
// Uses the upper 12 of 16 bits: the squares of 64 rows fit into 32 bits.
template <>
struct Depth<uint16_t> {
  static constexpr int kFull = 4095, kShift = 4;
};

// Number of rows added at a time, so that the sums are read and written once for all of them. With samples of 8 bits,
// products and pairs of samples fit into 16 bits.
constexpr int kTogether = 4;

template <typename T>
LW_INLINE T larger(T a, T b) {
  return a > b ? a : b;
}

template <typename T>
LW_INLINE void addRowsTo(const T* rows, size_t stride, int samples, uint32_t* sums, uint32_t* squares, T* most) {
  const T *first = rows, *second = rows + stride, *third = rows + 2 * stride, *fourth = rows + 3 * stride;
  LW_INDEPENDENT
  for (int i = 0; i < samples; i++) {
    const uint32_t a = first[i] >> Depth<T>::kShift, b = second[i] >> Depth<T>::kShift;
    const uint32_t c = third[i] >> Depth<T>::kShift, d = fourth[i] >> Depth<T>::kShift;
    sums[i] += a + b + c + d;
    squares[i] += a * a + b * b + c * c + d * d;
    most[i] = larger(most[i], larger(larger(first[i], second[i]), larger(third[i], fourth[i])));
  }
}
LW_CLONES void addRows(const uint8_t* rows, size_t stride, int samples, uint32_t* sums, uint32_t* squares, uint8_t* most) {
  const uint8_t *first = rows, *second = rows + stride, *third = rows + 2 * stride, *fourth = rows + 3 * stride;
  LW_INDEPENDENT
  for (int i = 0; i < samples; i++) {
    const uint16_t a = first[i], b = second[i], c = third[i], d = fourth[i];
    const uint16_t aa = a * a, bb = b * b, cc = c * c, dd = d * d, sum = a + b + c + d;
    sums[i] += sum;
    squares[i] += (uint32_t(aa) + bb) + (uint32_t(cc) + dd);
    most[i] = larger(most[i], larger(larger(first[i], second[i]), larger(third[i], fourth[i])));
  }
}
LW_CLONES void addRows(const uint16_t* rows, size_t stride, int samples, uint32_t* sums, uint32_t* squares, uint16_t* most) {
  addRowsTo(rows, stride, samples, sums, squares, most);
}

template <typename T>
LW_INLINE void addRowTo(const T* row, int samples, uint32_t* sums, uint32_t* squares, T* most) {
  LW_INDEPENDENT
  for (int i = 0; i < samples; i++) {
    const uint32_t value = row[i] >> Depth<T>::kShift;
    sums[i] += value;
    squares[i] += value * value;
    most[i] = larger(most[i], row[i]);
  }
}
LW_CLONES void addRow(const uint8_t* row, int samples, uint32_t* sums, uint32_t* squares, uint8_t* most) {
  addRowTo(row, samples, sums, squares, most);
}
LW_CLONES void addRow(const uint16_t* row, int samples, uint32_t* sums, uint32_t* squares, uint16_t* most) {
  addRowTo(row, samples, sums, squares, most);
}

template <typename T>
void describeCell(const uint32_t* sums, const uint32_t* squares, const T* most, int factor, uint16_t* out) {
  uint64_t total[3] = {0, 0, 0}, green = 0;
  T peak = 0;
  for (int i = 0; i < factor; i++) {
    for (int c = 0; c < 3; c++) total[c] += squares[i * 3 + c];
    green += sums[i * 3 + 1];
    peak = larger(peak, most[i * 3 + 1]);
  }
  const double samples = double(factor) * factor;
  const double r = double(total[0]) / samples, g = double(total[1]) / samples, b = double(total[2]) / samples;
  const double mean = double(green) / samples, variance = g - mean * mean;
  const double values[] = {r, g, b, 0.2126 * r + 0.7152 * g + 0.0722 * b, variance > 0 ? variance : 0};
  for (int c = 0; c < kCellSamples - 1; c++) {
    // Truncation rounds down, since no value is negative.
    out[c] = static_cast<uint16_t>(std::sqrt(values[c]) * (65535.0 / Depth<T>::kFull) + 0.5);
  }
  out[kCellSamples - 1] = static_cast<uint16_t>(sizeof(T) == 1 ? peak * 257 : peak);
}

}  // namespace

// Small copy of a frame: root mean squares, spread and peak of blocks of factor x factor pixels. Rows are target rows.
template <typename T>
Status deghostShrink(const DeghostShrinkArgs<T>& args, int row_begin, int row_end, CancelFlag cancel) {
  const int factor = args.factor;
  const int columns = args.width / factor, samples = columns * factor * 3;
  std::vector<uint32_t> sums(samples), squares(samples);
  std::vector<T> most(samples);
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    std::fill(sums.begin(), sums.end(), 0u);
    std::fill(squares.begin(), squares.end(), 0u);
    std::fill(most.begin(), most.end(), T(0));
    const size_t stride = size_t(args.width) * 3;
    const auto* rows = args.source.data + size_t(y) * factor * stride;
    int j = 0;
    for (; j + kTogether <= factor; j += kTogether) {
      addRows(rows + j * stride, stride, samples, sums.data(), squares.data(), most.data());
    }
    for (; j < factor; j++) addRow(rows + j * stride, samples, sums.data(), squares.data(), most.data());
    uint16_t* out = args.target.data + size_t(y) * columns * kCellSamples;
    for (int x = 0; x < columns; x++) {
      const size_t at = size_t(x) * factor * 3;
      describeCell<T>(sums.data() + at, squares.data() + at, most.data() + at, factor, out + x * kCellSamples);
    }
  }
  return Status::kOk;
}

template Status deghostShrink(const DeghostShrinkArgs<uint8_t>&, int, int, CancelFlag);
template Status deghostShrink(const DeghostShrinkArgs<uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
