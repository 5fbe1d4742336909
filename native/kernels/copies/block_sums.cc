#include "block_sums.h"

#include <algorithm>
#include <cstring>

#include "../../view.h"

namespace lightwell {

namespace {

template <typename T, typename Sum>
LW_INLINE void addRowOf(const T* __restrict row, int samples, Sum* __restrict sums) {
  for (int i = 0; i < samples; i++) sums[i] = static_cast<Sum>(sums[i] + row[i]);
}
LW_CLONES void addRow(const uint8_t* row, int samples, uint16_t* sums) { addRowOf(row, samples, sums); }
LW_CLONES void addRow(const uint16_t* row, int samples, uint32_t* sums) { addRowOf(row, samples, sums); }

// Adds four rows at a time, so that the sums are read and written a quarter as often.
template <typename T, typename Sum>
LW_INLINE void addRowsOf(const T* __restrict a, const T* __restrict b, const T* __restrict c, const T* __restrict d, int samples,
                         Sum* __restrict sums) {
  for (int i = 0; i < samples; i++) {
    const Sum pairs = static_cast<Sum>(static_cast<Sum>(Sum(a[i]) + Sum(b[i])) + static_cast<Sum>(Sum(c[i]) + Sum(d[i])));
    sums[i] = static_cast<Sum>(sums[i] + pairs);
  }
}
LW_CLONES void addRows(const uint8_t* a, const uint8_t* b, const uint8_t* c, const uint8_t* d, int samples, uint16_t* sums) {
  addRowsOf(a, b, c, d, samples, sums);
}
LW_CLONES void addRows(const uint16_t* a, const uint16_t* b, const uint16_t* c, const uint16_t* d, int samples, uint32_t* sums) {
  addRowsOf(a, b, c, d, samples, sums);
}

template <typename T, typename Sum>
void sumRowsOf(const T* first, size_t stride, int rows, int samples, Sum* sums) {
  // Number of sums in a part, which fits into the first-level cache.
  constexpr int kPart = 4096;
  for (int from = 0; from < samples; from += kPart) {
    const int count = std::min(kPart, samples - from);
    const T* at = first + from;
    std::fill(sums + from, sums + from + count, Sum(0));
    int row = 0;
    for (; row + 4 <= rows; row += 4, at += 4 * stride) {
      addRows(at, at + stride, at + 2 * stride, at + 3 * stride, count, sums + from);
    }
    for (; row < rows; row++, at += stride) addRow(at, count, sums + from);
  }
}

template <typename Sum>
LW_INLINE void sumBlocksOf(const Sum* __restrict sums, int blocks, int factor, int32_t* __restrict red, int32_t* __restrict green,
                           int32_t* __restrict blue) {
  for (int x = 0; x < blocks; x++) {
    const Sum* block = sums + size_t(x) * factor * 3;
    uint32_t r = 0, g = 0, b = 0;
    for (int i = 0; i < factor; i++) {
      r += block[3 * i];
      g += block[3 * i + 1];
      b += block[3 * i + 2];
    }
    red[x] = static_cast<int32_t>(r);
    green[x] = static_cast<int32_t>(g);
    blue[x] = static_cast<int32_t>(b);
  }
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
// Largest block whose sums fit in 16 bits, so that one 64-bit addition adds three channels.
constexpr int kMaxInWord = 16;
LW_INLINE void sumWords(const uint16_t* __restrict sums, int blocks, int factor, int32_t* __restrict red, int32_t* __restrict green,
                        int32_t* __restrict blue) {
  for (int x = 0; x < blocks; x++) {
    const uint16_t* block = sums + size_t(x) * factor * 3;
    uint64_t total = 0;
    for (int i = 0; i < factor; i++) {
      uint64_t pixel;
      std::memcpy(&pixel, block + 3 * i, sizeof pixel);
      total += pixel;
    }
    red[x] = static_cast<int32_t>(total & 65535);
    green[x] = static_cast<int32_t>((total >> 16) & 65535);
    blue[x] = static_cast<int32_t>((total >> 32) & 65535);
  }
}
#else
constexpr int kMaxInWord = 0;
void sumWords(const uint16_t*, int, int, int32_t*, int32_t*, int32_t*) {}
#endif

}  // namespace

void sumRows(const uint8_t* first, size_t stride, int rows, int samples, uint16_t* sums) {
  sumRowsOf(first, stride, rows, samples, sums);
}
void sumRows(const uint16_t* first, size_t stride, int rows, int samples, uint32_t* sums) {
  sumRowsOf(first, stride, rows, samples, sums);
}

void sumBlocks(const uint16_t* sums, int blocks, int factor, int32_t* red, int32_t* green, int32_t* blue) {
  if (factor == 4) {
    sumWords(sums, blocks, 4, red, green, blue);
  } else if (factor <= kMaxInWord) {
    sumWords(sums, blocks, factor, red, green, blue);
  } else {
    sumBlocksOf(sums, blocks, factor, red, green, blue);
  }
}
void sumBlocks(const uint32_t* sums, int blocks, int factor, int32_t* red, int32_t* green, int32_t* blue) {
  if (factor == 4) {
    sumBlocksOf(sums, blocks, 4, red, green, blue);
  } else {
    sumBlocksOf(sums, blocks, factor, red, green, blue);
  }
}

}  // namespace lightwell
