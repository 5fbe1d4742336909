#include "../../generated/geometry/warp.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "../../lanes.h"
#include "../../power.h"

namespace lightwell {

namespace {


// Positions and cubic weights of one row of a grid cell.
struct Taps {
  int32_t x[kMostGridStep], y[kMostGridStep];
  float wx[4][kMostGridStep], wy[4][kMostGridStep];
};

// Keys' weights for the taps at -1, 0, 1, 2 of a position `t` past tap 0.
LW_INLINE void cubicWeights(const float* t, int count, float (*w)[kMostGridStep]) {
  for (int i = 0; i < count; i++) {
    const float u = t[i], u2 = u * u, u3 = u2 * u;
    w[0][i] = -0.5f * u3 + u2 - 0.5f * u;
    w[1][i] = 1.5f * u3 - 2.5f * u2 + 1.0f;
    w[2][i] = -1.5f * u3 + 2.0f * u2 + 0.5f * u;
    w[3][i] = 0.5f * u3 - 0.5f * u2;
  }
}

// Whole and fractional part; the comparisons send NaN to `low`, and `low` >= -2 keeps the truncation a floor.
LW_INLINE void splitPositions(const float* position, int count, float low, float high, int32_t* whole, float* part) {
  for (int i = 0; i < count; i++) {
    const float raised = position[i] > low ? position[i] : low;
    const float p = raised < high ? raised : high;
    whole[i] = static_cast<int32_t>(p + 2.0f) - 2;
    part[i] = p - static_cast<float>(whole[i]);
  }
}

LW_CLONES void makeTaps(const float* begin, const float* end, float step_inverse, int count, int width, int height,
                        bool wrap_x, Taps* taps) {
  float x[kMostGridStep], y[kMostGridStep], part[kMostGridStep];
  const float x0 = begin[0], y0 = begin[1], dx = (end[0] - x0) * step_inverse, dy = (end[1] - y0) * step_inverse;
  for (int i = 0; i < count; i++) {
    x[i] = x0 + dx * static_cast<float>(i);
    y[i] = y0 + dy * static_cast<float>(i);
  }
  if (wrap_x) {
    const float w = static_cast<float>(width);
    for (int i = 0; i < count; i++) x[i] -= std::floor(x[i] / w) * w;
  }
  splitPositions(x, count, -2.0f, static_cast<float>(width + 1), taps->x, part);
  cubicWeights(part, count, taps->wx);
  splitPositions(y, count, -2.0f, static_cast<float>(height + 1), taps->y, part);
  cubicWeights(part, count, taps->wy);
}

// The 4 x 4 window whose rows lie `stride` samples apart; lanes 0 to 2 are R, G, B, lane 3 is whatever follows.
template <typename S>
LW_INLINE Lanes sumWindow(const S* window, ptrdiff_t stride, const Taps& taps, int i) {
  const float w0 = taps.wx[0][i], w1 = taps.wx[1][i], w2 = taps.wx[2][i], w3 = taps.wx[3][i];
  auto rowSum = [&](const S* p) {
    return (loadLanes(p) * w0 + loadLanes(p + 3) * w1) + (loadLanes(p + 6) * w2 + loadLanes(p + 9) * w3);
  };
  return (rowSum(window) * taps.wy[0][i] + rowSum(window + stride) * taps.wy[1][i]) +
         (rowSum(window + 2 * stride) * taps.wy[2][i] + rowSum(window + 3 * stride) * taps.wy[3][i]);
}

// One channel of the window: the columns 0 and 1 lie in lanes 0 and 3 of one load, 2 and 3 in those of the next.
template <typename S>
LW_INLINE float sumChannel(const S* window, ptrdiff_t stride, const Taps& taps, int i) {
  const float w0 = taps.wy[0][i], w1 = taps.wy[1][i], w2 = taps.wy[2][i], w3 = taps.wy[3][i];
  auto columnSum = [&](const S* p) {
    return (loadLanes(p) * w0 + loadLanes(p + stride) * w1) + (loadLanes(p + 2 * stride) * w2 + loadLanes(p + 3 * stride) * w3);
  };
  Lanes left = columnSum(window), right = columnSum(window + 6);
  return (left[0] * taps.wx[0][i] + left[3] * taps.wx[1][i]) + (right[0] * taps.wx[2][i] + right[3] * taps.wx[3][i]);
}

// The window with its out-of-range parts filled, for pixels near a border.
template <typename S>
struct Border {
  S samples[4 * 13];

  const S* fill(const S* source, int width, int height, bool wrap_x, int x, int y) {
    for (int j = 0; j < 4; j++) {
      const S* row = source + size_t(std::clamp(y + j - 1, 0, height - 1)) * width * 3;
      for (int k = 0; k < 4; k++) {
        const int at = x + k - 1;
        const S* p = row + size_t(wrap_x ? (at + 2 * width) % width : std::clamp(at, 0, width - 1)) * 3;
        for (int c = 0; c < 3; c++) samples[j * 13 + k * 3 + c] = p[c];
      }
      samples[j * 13 + 12] = 0;
    }
    return samples;
  }
};

template <typename S>
LW_INLINE void sampleCell(const S* source, int width, int height, bool wrap_x, const Taps& taps, int count, float* out) {
  const ptrdiff_t stride = ptrdiff_t(width) * 3;
  Border<S> border;
  for (int i = 0; i < count; i++) {
    const int x = taps.x[i], y = taps.y[i];
    Lanes sum;
    if (x >= 1 && x + 3 < width && y >= 1 && y + 2 < height) {
      sum = sumWindow(source + (y - 1) * stride + (x - 1) * 3, stride, taps, i);
    } else {
      sum = sumWindow(border.fill(source, width, height, wrap_x, x, y), 13, taps, i);
    }
    for (int c = 0; c < 3; c++) out[i * 3 + c] = sum[c];
  }
}

template <typename S>
LW_INLINE void sampleCellOf(int channel, const S* source, int width, int height, bool wrap_x, const Taps& taps, int count,
                            float* out) {
  const ptrdiff_t stride = ptrdiff_t(width) * 3;
  Border<S> border;
  for (int i = 0; i < count; i++) {
    const int x = taps.x[i], y = taps.y[i];
    if (x >= 1 && x + 3 < width && y >= 1 && y + 2 < height) {
      out[i * 3 + channel] = sumChannel(source + (y - 1) * stride + (x - 1) * 3 + channel, stride, taps, i);
    } else {
      out[i * 3 + channel] = sumChannel(border.fill(source, width, height, wrap_x, x, y) + channel, 13, taps, i);
    }
  }
}

// A gain g on linear light, on sRGB display values (IEC 61966-2-1). On the power segment it is exactly
// (v + 0.055) g^(1/2.4) - 0.055, on the linear one exactly v g; a value that leaves the linear segment goes through a
// table.
class DisplayGain {
 public:
  DisplayGain() {
    for (int i = 0; i <= kEntries; i++) {
      bent_[i] = static_cast<float>(1.055 * power(i * (kRange / kEntries) / 12.92, 1 / 2.4) - 0.055);
    }
  }

  LW_INLINE float apply(float v, float linear, float power) const {
    if (v > kToe) return std::max((v + 0.055f) * power - 0.055f, 0.0f);
    const float u = v * linear;
    if (u <= kToe) return u;
    const float position = u * static_cast<float>(kEntries / kRange);
    const int index = std::min(static_cast<int>(position), kEntries - 1);
    return bent_[index] + (bent_[index + 1] - bent_[index]) * (position - static_cast<float>(index));
  }

 private:
  static constexpr float kToe = 0.04045f;
  static constexpr double kRange = 0.75;  // beyond kToe times the largest gain
  static constexpr int kEntries = 1024;
  float bent_[kEntries + 1];
};

template <typename S, typename T>
LW_INLINE void storeRow(const float* row, int samples, T* out) {
  constexpr float scale = sizeof(T) == sizeof(S) ? 1.0f : 257.0f;
  constexpr float high = std::numeric_limits<T>::max();
  for (int i = 0; i < samples; i++) {
    const float v = row[i] * scale + 0.5f;
    const float raised = v > 0.0f ? v : 0.0f;
    out[i] = static_cast<T>(static_cast<int32_t>(raised < high ? raised : high));
  }
}

LW_CLONES void sampleRgb(const uint8_t* s, int w, int h, bool wrap, const Taps& t, int n, float* out) { sampleCell(s, w, h, wrap, t, n, out); }
LW_CLONES void sampleRgb(const uint16_t* s, int w, int h, bool wrap, const Taps& t, int n, float* out) { sampleCell(s, w, h, wrap, t, n, out); }
LW_CLONES void sampleOne(int c, const uint8_t* s, int w, int h, bool wrap, const Taps& t, int n, float* out) { sampleCellOf(c, s, w, h, wrap, t, n, out); }
LW_CLONES void sampleOne(int c, const uint16_t* s, int w, int h, bool wrap, const Taps& t, int n, float* out) { sampleCellOf(c, s, w, h, wrap, t, n, out); }
LW_CLONES void store(const float* row, int samples, const uint8_t*, uint8_t* out) { storeRow<uint8_t>(row, samples, out); }
LW_CLONES void store(const float* row, int samples, const uint8_t*, uint16_t* out) { storeRow<uint8_t>(row, samples, out); }
LW_CLONES void store(const float* row, int samples, const uint16_t*, uint16_t* out) { storeRow<uint16_t>(row, samples, out); }

// A row of nodes between two rows of the grid.
LW_CLONES void blendNodes(const float* above, const float* below, float t, size_t count, float* out) {
  for (size_t i = 0; i < count; i++) out[i] = above[i] + (below[i] - above[i]) * t;
}

// In this order NaN becomes the least.
float soundGain(float gain) { return std::min(16.0f, std::max(0.5f, gain)); }

// The gain of one row, on floats of the source's scale.
void applyGain(const DisplayGain& display, const float* linear, const float* power, int step, int width, float full, float* row) {
  const float step_inverse = 1.0f / static_cast<float>(step), to_unit = 1.0f / full;
  for (int x = 0; x < width; x++) {
    const int node = x / step;
    const float t = static_cast<float>(x - node * step) * step_inverse;
    const float g = linear[node] + (linear[node + 1] - linear[node]) * t;
    const float k = power[node] + (power[node + 1] - power[node]) * t;
    for (int c = 0; c < 3; c++) row[x * 3 + c] = display.apply(row[x * 3 + c] * to_unit, g, k) * full;
  }
}

}  // namespace

// Resamples an interleaved RGB picture through a grid of source positions, bicubic (Keys 1981, a = -1/2). T: 8 or 16
// bits a sample; the target has the source's type, or 16 bits. Rows are the target's.
//
// grid: nodes_x * nodes_y * map_channels * 2 floats, the source position (x, y), in pixels with centres at whole
// numbers, of the target pixel (i * grid_step, j * grid_step); bilinear in between. map_channels 3: own positions for
// red, green and blue. nodes_x >= (target_width - 1) / grid_step + 2, nodes_y likewise; grid_step 1 to 64. Positions
// outside the source take its edge; with wrap_x they come in again on the other side. NaN counts as the left or upper
// edge. gain: empty, or nodes_x * nodes_y factors (clamped to 1/2 to 16; NaN counts as 1/2) on linear light, bilinear,
// applied after the resampling.
template <typename S, typename T>
Status warp(const WarpArgs<S, T>& args, int row_begin, int row_end, CancelFlag cancel) {
  const int step = args.grid_step, maps = args.map_channels;
  const size_t node_row = size_t(args.nodes_x) * maps * 2;
  const float step_inverse = 1.0f / static_cast<float>(step);
  std::vector<float> nodes(node_row), row(size_t(args.target_width) * 3);
  std::vector<float> above, below, linear, roots;
  const DisplayGain display;
  Taps taps;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const int j = y / step;
    const float t = static_cast<float>(y - j * step) * step_inverse;
    blendNodes(args.grid.data + j * node_row, args.grid.data + (j + 1) * node_row, t, node_row, nodes.data());
    for (int x = 0, i = 0; x < args.target_width; x += step, i++) {
      const int count = std::min(step, args.target_width - x);
      for (int c = 0; c < maps; c++) {
        const float* begin = nodes.data() + (size_t(i) * maps + c) * 2;
        makeTaps(begin, begin + maps * 2, step_inverse, count, args.source_width, args.source_height, args.wrap_x, &taps);
        float* out = row.data() + size_t(x) * 3;
        if (maps == 1) {
          sampleRgb(args.source.data, args.source_width, args.source_height, args.wrap_x, taps, count, out);
        } else {
          sampleOne(c, args.source.data, args.source_width, args.source_height, args.wrap_x, taps, count, out);
        }
      }
    }
    if (args.gain.length != 0) {
      // g^(1/2.4) at the nodes, interpolated as g is: the two differ from each other by less than the grid itself errs.
      above.resize(args.nodes_x), below.resize(args.nodes_x), linear.resize(args.nodes_x), roots.resize(args.nodes_x);
      for (int i = 0; i < args.nodes_x; i++) {
        above[i] = soundGain(args.gain.data[size_t(j) * args.nodes_x + i]);
        below[i] = soundGain(args.gain.data[size_t(j + 1) * args.nodes_x + i]);
      }
      blendNodes(above.data(), below.data(), t, args.nodes_x, linear.data());
      for (int i = 0; i < args.nodes_x; i++) roots[i] = static_cast<float>(power(double(linear[i]), 1 / 2.4));
      applyGain(display, linear.data(), roots.data(), step, args.target_width, std::numeric_limits<S>::max(), row.data());
    }
    store(row.data(), args.target_width * 3, args.source.data, args.target.data + size_t(y) * args.target_width * 3);
  }
  return Status::kOk;
}

// Nobody asks for fewer bits than the source has.
template <>
Status warp(const WarpArgs<uint16_t, uint8_t>&, int, int, CancelFlag) {
  return Status::kBadArguments;
}

template Status warp(const WarpArgs<uint8_t, uint8_t>&, int, int, CancelFlag);
template Status warp(const WarpArgs<uint8_t, uint16_t>&, int, int, CancelFlag);
template Status warp(const WarpArgs<uint16_t, uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
