#include "../../generated/develop.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace lightwell {

namespace {

// Reach of a blur in pixels. The border has room for two of them, which include the 5 x 5 pixels.
constexpr int kReach = 3;
constexpr int kBorder = 2 * kReach;

// Columns processed at a time, so that the planes stay in cache.
constexpr int kTile = 256;
constexpr int kStride = kTile + 2 * kBorder;

// Share of white from which sharpening fades out; it is 0 at white.
constexpr float kClipsFrom = 0.95f;
constexpr float kMinLight = 1e-5f;

LW_INLINE float smaller(float a, float b) { return a < b ? a : b; }
LW_INLINE float larger(float a, float b) { return a < b ? b : a; }
LW_INLINE float unit(float value) { return smaller(1.0f, larger(0.0f, value)); }

struct Taps {
  float own, first, second, third;
};

LW_CLONES void squareLuma(const float* __restrict r, const float* __restrict g, const float* __restrict b, float scale, int count,
                          float* __restrict light) {
  for (int i = 0; i < count; i++) {
    const float luma = (0.25f * (r[i] + b[i]) + 0.5f * g[i]) * scale;
    light[i] = luma * luma;
  }
}

// Blurs over seven rows that are `stride` apart; `in` is the middle one.
LW_CLONES void blurDown(const float* __restrict in, int stride, Taps taps, int count, float* __restrict out) {
  for (int i = 0; i < count; i++) {
    out[i] = taps.own * in[i] + taps.first * (in[i - stride] + in[i + stride]) + taps.second * (in[i - 2 * stride] + in[i + 2 * stride]) +
             taps.third * (in[i - 3 * stride] + in[i + 3 * stride]);
  }
}

// One round of Gold's method; `rows` are already blurred along columns.
LW_CLONES void sharpenRow(const float* __restrict rows, const float* __restrict light, const float* __restrict before, Taps taps, int count,
                          float* __restrict out) {
  for (int i = 0; i < count; i++) {
    const float blurred = taps.own * rows[i] + taps.first * (rows[i - 1] + rows[i + 1]) + taps.second * (rows[i - 2] + rows[i + 2]) +
                          taps.third * (rows[i - 3] + rows[i + 3]);
    out[i] = before[i] * smaller(2.0f, larger(0.5f, (light[i] + kMinLight) / (blurred + kMinLight)));
  }
}

// Minimum of `least` and maximum of `most` over three rows.
LW_CLONES void spanDown(const float* __restrict least, const float* __restrict most, int stride, int count, float* __restrict low,
                        float* __restrict high) {
  for (int i = 0; i < count; i++) {
    low[i] = smaller(least[i], smaller(least[i - stride], least[i + stride]));
    high[i] = larger(most[i], larger(most[i - stride], most[i + stride]));
  }
}

LW_CLONES void spanAlong(const float* __restrict low, const float* __restrict high, int count, float* __restrict least,
                         float* __restrict most) {
  for (int i = 0; i < count; i++) {
    least[i] = smaller(low[i], smaller(low[i - 1], low[i + 1]));
    most[i] = larger(high[i], larger(high[i - 1], high[i + 1]));
  }
}

// The neighbourhood of a row. `dark`, `bright`, `opened` and `closed` do not yet include the neighbours along the row.
struct Surroundings {
  const float *light, *sharp, *dark, *bright, *opened, *closed, *grain;
};

LW_CLONES void scaleRow(const Surroundings& around, int count, float* __restrict scale) {
  const float* __restrict light = around.light;
  const float* __restrict sharp = around.sharp;
  const float *__restrict low = around.dark, *__restrict high = around.bright;
  const float *__restrict open = around.opened, *__restrict close = around.closed;
  const float* __restrict noise = around.grain;
  for (int i = 0; i < count; i++) {
    const float own = light[i];
    const float dark = smaller(low[i], smaller(low[i - 1], low[i + 1]));
    const float bright = larger(high[i], larger(high[i - 1], high[i + 1]));
    const float opened = larger(open[i], larger(open[i - 1], open[i + 1]));
    const float closed = smaller(close[i], smaller(close[i - 1], close[i + 1]));
    const float from = std::sqrt(dark), to = std::sqrt(bright), grain = noise[i];
    const float swing = grain * std::sqrt(own);
    const float above = bright - swing + larger(0.0f, own - opened - 2.0f * swing);
    const float below = dark + swing - larger(0.0f, closed - own - 2.0f * swing);
    const float bounded = smaller(larger(own, above), larger(smaller(own, below), sharp[i]));
    const float share = unit((to - from) / grain - 1.0f) * unit((1.0f - to) * (1.0f / (1.0f - kClipsFrom)));
    const float wanted = larger(0.0f, own + share * (bounded - own));
    const float ratio = std::sqrt(wanted / larger(kMinLight, own));
    scale[i] = own > kMinLight ? ratio : 1.0f;
  }
}

LW_CLONES void indexRow(const float* __restrict light, int count, int32_t* __restrict index) {
  for (int i = 0; i < count; i++) index[i] = static_cast<int32_t>(smaller(255.0f, std::sqrt(light[i]) * 255.0f + 0.5f));
}

template <typename T>
LW_INLINE void applyScale(const T* __restrict source, const float* __restrict scale, int count, T* __restrict target) {
  constexpr float kWhite = static_cast<float>(std::numeric_limits<T>::max());
  for (int i = 0; i < count; i++) {
    for (int c = 0; c < 3; c++) {
      const float value = smaller(kWhite, static_cast<float>(source[3 * i + c]) * scale[i]) + 0.5f;
      target[3 * i + c] = static_cast<T>(static_cast<int32_t>(value));
    }
  }
}
LW_CLONES void applyScales(const uint8_t* source, const float* scale, int count, uint8_t* target) { applyScale(source, scale, count, target); }
LW_CLONES void applyScales(const uint16_t* source, const float* scale, int count, uint16_t* target) {
  applyScale(source, scale, count, target);
}

// Columns [left, left + columns) of rows [begin, end), with a border that is mirrored at the picture's edges.
template <typename T>
class Tile {
 public:
  Tile(const CaptureSharpenArgs<T>& args, int begin, int end)
      : args_(args), begin_(begin), end_(end), taps_{1.0f - 2.0f * (args.first + args.second + args.third), args.first, args.second, args.third} {
    const size_t size = size_t(kStride) * (end - begin + 2 * kBorder);
    for (auto* plane : {&light_, &first_, &sharp_, &least_, &most_}) plane->resize(size);
    for (auto& row : rows_) row.resize(kStride);
    index_.resize(kStride);
  }

  void run(int left) {
    left_ = left;
    columns_ = std::min(kTile, args_.width - left);
    load();
    sharpen(light_, first_, kReach);
    sharpen(first_, sharp_, kBorder);
    for (int y = -2; y < end_ - begin_ + 2; y++) {
      const size_t at = place(y, -3);
      spanDown(&light_[at], &light_[at], kStride, columns_ + 6, row(0), row(1));
      spanAlong(row(0) + 1, row(1) + 1, columns_ + 4, &least_[at + 1], &most_[at + 1]);
    }
    for (int y = 0; y < end_ - begin_; y++) write(y);
  }

 private:
  // Position of the tile's pixel (x, y).
  size_t place(int y, int x) const { return size_t(y + kBorder) * kStride + kBorder + x; }
  float* row(int i) { return rows_[i].data(); }

  void load() {
    constexpr float kScale = 1.0f / static_cast<float>(std::numeric_limits<T>::max());
    const int wide = columns_ + 2 * kBorder;
    for (int y = -kBorder; y < end_ - begin_ + kBorder; y++) {
      const T* in = args_.source.data + size_t(reflect101(begin_ + y, args_.height)) * args_.width * 3;
      float *r = row(0), *g = row(1), *b = row(2);
      for (int i = 0; i < wide; i++) {
        const int x = left_ - kBorder + i;
        const T* sample = in + 3 * (x >= 0 && x < args_.width ? x : reflect101(x, args_.width));
        r[i] = static_cast<float>(sample[0]);
        g[i] = static_cast<float>(sample[1]);
        b[i] = static_cast<float>(sample[2]);
      }
      squareLuma(r, g, b, kScale, wide, &light_[place(y, -kBorder)]);
    }
  }

  // Skips `margin` pixels on each side of the tile with its border.
  void sharpen(const std::vector<float>& before, std::vector<float>& after, int margin) {
    const int out = kBorder - margin, wide = columns_ + 2 * out;
    for (int y = -out; y < end_ - begin_ + out; y++) {
      blurDown(&before[place(y, -out - kReach)], kStride, taps_, wide + 2 * kReach, row(0));
      const size_t at = place(y, -out);
      sharpenRow(row(0) + kReach, &light_[at], &before[at], taps_, wide, &after[at]);
    }
  }

  void write(int y) {
    const size_t at = place(y, -1);
    const int wide = columns_ + 2;
    spanDown(&least_[at], &most_[at], kStride, wide, row(0), row(1));
    spanDown(&most_[at], &least_[at], kStride, wide, row(2), row(3));
    const float* light = &light_[at + 1];
    indexRow(light, columns_, index_.data());
    for (int i = 0; i < columns_; i++) row(4)[i] = args_.noise.data[index_[i]];
    scaleRow({light, &sharp_[at + 1], row(0) + 1, row(1) + 1, row(3) + 1, row(2) + 1, row(4)}, columns_, row(5));
    const size_t pixel = (size_t(begin_ + y) * args_.width + left_) * 3;
    applyScales(args_.source.data + pixel, row(5), columns_, args_.target.data + pixel);
  }

  const CaptureSharpenArgs<T>& args_;
  int begin_, end_, left_ = 0, columns_ = 0;
  Taps taps_;
  std::vector<float> light_, first_, sharp_, least_, most_, rows_[6];
  std::vector<int32_t> index_;
};

}  // namespace

// Removes a sensor's blur from a display picture. The weights must not be negative and noise must be above 0. An output
// row depends on 6 rows above and below. Rows are the picture's.
template <typename T>
Status captureSharpen(const CaptureSharpenArgs<T>& args, int row_begin, int row_end, CancelFlag cancel) {
  const float sum = args.first + args.second + args.third;
  const bool are_weights = args.first >= 0.0f && args.second >= 0.0f && args.third >= 0.0f && sum <= 0.5f;
  if (args.source.data == args.target.data || !are_weights) return Status::kBadArguments;
  for (int i = 0; i < 256; i++) {
    if (!(args.noise.data[i] > 0.0f)) return Status::kBadArguments;
  }
  Tile<T> tile(args, row_begin, row_end);
  for (int left = 0; left < args.width; left += kTile) {
    if (cancel.raised()) return Status::kCancelled;
    tile.run(left);
  }
  return Status::kOk;
}

template Status captureSharpen(const CaptureSharpenArgs<uint8_t>&, int, int, CancelFlag);
template Status captureSharpen(const CaptureSharpenArgs<uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
