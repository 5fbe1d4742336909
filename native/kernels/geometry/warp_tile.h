#pragma once
#include <algorithm>
#include <cstring>
#include <vector>

#include "../../lanes.h"
#include "lanczos.h"

namespace lightwell {

// Maximum number of pixels of one row of a grid's cell, and their positions in the source: integer part and phase.
constexpr int kMaxPlaces = 64;
struct Places {
  int32_t x[kMaxPlaces], y[kMaxPlaces], phase_x[kMaxPlaces], phase_y[kMaxPlaces];
};

// A part of the source, from (x, y) on, as planes of floats. Samples outside the source are filled in, so that every
// window of taps is 8 plain loads a channel.
class WarpTile {
 public:
  // Maximum side, in source pixels.
  static constexpr int kMaxSide = 160;

  WarpTile() : planes_(size_t(3) * kMaxSide * kStride + kTaps) {}

  template <typename S>
  LW_INLINE void fill(const S* source, int width, int height, bool wrap_x, const int* box) {
    x_ = box[0], y_ = box[1];
    columns_ = box[2] - x_, rows_ = box[3] - y_;
    for (int j = 0; j < rows_; j++) {
      const S* row = source + size_t(std::clamp(y_ + j, 0, height - 1)) * width * 3;
      float* red = planes_.data() + size_t(j) * kStride;
      float *green = red + kPlane, *blue = green + kPlane;
      const int first = wrap_x ? 0 : std::clamp(-x_, 0, columns_), last = wrap_x ? 0 : std::clamp(width - x_, first, columns_);
      const S* inside = row + ptrdiff_t(x_) * 3;
      LW_INDEPENDENT
      for (int i = first; i < last; i++) {
        red[i] = static_cast<float>(inside[i * 3]);
        green[i] = static_cast<float>(inside[i * 3 + 1]);
        blue[i] = static_cast<float>(inside[i * 3 + 2]);
      }
      for (int i = 0; i < columns_; i++) {
        if (i == first) i = last;
        if (i >= columns_) break;
        const int at = x_ + i;
        const S* p = row + size_t(wrap_x ? (at % width + width) % width : std::clamp(at, 0, width - 1)) * 3;
        red[i] = p[0], green[i] = p[1], blue[i] = p[2];
      }
    }
  }

  // RGB at a row of places: from one set of places, or from three, one for each channel.
  template <int kMaps>
  LW_INLINE void sample(const LanczosTable& table, const Places* places, int first, int count, float* out) const {
    int32_t offsets[kMaps][kMaxPlaces];
    for (int m = 0; m < kMaps; m++) offsetsOf(places[m], first, count, offsets[m]);
    for (int i = 0; i < count; i++) {
      Lanes sums[3];
      for (int c = 0; c < 3; c++) {
        const int m = kMaps == 1 ? 0 : c;
        const float *wx = table[places[m].phase_x[first + i]], *wy = table[places[m].phase_y[first + i]];
        sums[c] = windowSum(planes_.data() + c * kPlane + offsets[m][i], wx, wy);
      }
      storeSums(sums, out + i * 3);
    }
  }

 private:
  static constexpr int kStride = kMaxSide + 8;
  static constexpr size_t kPlane = size_t(kMaxSide) * kStride;

  // Offsets of the windows' first taps, clamped to the tile.
  LW_INLINE void offsetsOf(const Places& places, int first, int count, int32_t* offsets) const {
    const int left = x_ + kLobes - 1, top = y_ + kLobes - 1, max_x = columns_ - kTaps, max_y = rows_ - kTaps;
    for (int i = 0; i < count; i++) {
      const int x = std::min(std::max(places.x[first + i] - left, 0), max_x);
      const int y = std::min(std::max(places.y[first + i] - top, 0), max_y);
      offsets[i] = y * kStride + x;
    }
  }

#if defined(__GNUC__)
  typedef float Row __attribute__((vector_size(32)));
  // The same type at any address. Copying a row would store it in two halves and read it back whole, which waits for
  // both stores: ten times as long as the sum takes.
  typedef float LooseRow __attribute__((vector_size(32), aligned(4), may_alias));

  LW_INLINE static Row rowAt(const float* p) { return *reinterpret_cast<const LooseRow*>(p); }

  LW_INLINE static Lanes windowSum(const float* p, const float* wx, const float* wy) {
    const Row above = (rowAt(p) * wy[0] + rowAt(p + kStride) * wy[1]) + (rowAt(p + 2 * kStride) * wy[2] + rowAt(p + 3 * kStride) * wy[3]);
    p += 4 * kStride;
    const Row below = (rowAt(p) * wy[4] + rowAt(p + kStride) * wy[5]) + (rowAt(p + 2 * kStride) * wy[6] + rowAt(p + 3 * kStride) * wy[7]);
    const Row sum = (above + below) * rowAt(wx);
    return __builtin_shufflevector(sum, sum, 0, 1, 2, 3) + __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
  }

  // Adds lanes 0 and 2, and 1 and 3, of all three at once.
  LW_INLINE static void storeSums(const Lanes* sums, float* out) {
    const Lanes both = __builtin_shufflevector(sums[0], sums[1], 0, 4, 1, 5) + __builtin_shufflevector(sums[0], sums[1], 2, 6, 3, 7);
    const Lanes last = sums[2] + __builtin_shufflevector(sums[2], sums[2], 2, 3, 0, 1);
    const Lanes rgb = __builtin_shufflevector(both, last, 0, 1, 4, 4) + __builtin_shufflevector(both, last, 2, 3, 5, 5);
    std::memcpy(out, &rgb, 3 * sizeof *out);
  }
#else
  LW_INLINE static Lanes windowSum(const float* p, const float* wx, const float* wy) {
    Lanes sum;
    float across[kTaps];
    for (int k = 0; k < kTaps; k++) {
      auto row = [&](int j) { return p[j * kStride + k] * wy[j]; };
      across[k] = (((row(0) + row(1)) + (row(2) + row(3))) + ((row(4) + row(5)) + (row(6) + row(7)))) * wx[k];
    }
    for (int k = 0; k < 4; k++) sum[k] = across[k] + across[k + 4];
    return sum;
  }

  LW_INLINE static void storeSums(Lanes* sums, float* out) {
    for (int c = 0; c < 3; c++) out[c] = (sums[c][0] + sums[c][2]) + (sums[c][1] + sums[c][3]);
  }
#endif

  int x_ = 0, y_ = 0, columns_ = 0, rows_ = 0;
  std::vector<float> planes_;
};

}  // namespace lightwell
