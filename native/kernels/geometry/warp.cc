#include "../../generated/geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "display_gain.h"
#include "warp_tile.h"

namespace lightwell {

namespace {

static_assert(kMaxGridStep <= kMaxPlaces, "a cell of the grid has room");

// Positions are clamped to this. Outside, they read the same edge, and sums with them stay within an int.
constexpr float kFarthest = 8388608.0f;

// Integer part and phase; the comparisons turn NaN into `low`.
LW_INLINE void splitPositions(const float* position, int count, float low, float high, int32_t* whole, int32_t* phase) {
  for (int i = 0; i < count; i++) {
    const float raised = position[i] > low ? position[i] : low;
    const float p = raised < high ? raised : high;
    const int32_t truncated = static_cast<int32_t>(p);
    whole[i] = truncated - (static_cast<float>(truncated) > p ? 1 : 0);
    phase[i] = static_cast<int32_t>((p - static_cast<float>(whole[i])) * static_cast<float>(kPhases) + 0.5f);
  }
}

LW_CLONES void findPlaces(const float* begin, const float* end, float step_inverse, int count, const int* limits, Places* out) {
  float x[kMaxGridStep], y[kMaxGridStep];
  const float x0 = begin[0], y0 = begin[1], dx = (end[0] - x0) * step_inverse, dy = (end[1] - y0) * step_inverse;
  for (int i = 0; i < count; i++) {
    x[i] = x0 + dx * static_cast<float>(i);
    y[i] = y0 + dy * static_cast<float>(i);
  }
  splitPositions(x, count, static_cast<float>(limits[0]), static_cast<float>(limits[1]), out->x, out->phase_x);
  splitPositions(y, count, static_cast<float>(limits[2]), static_cast<float>(limits[3]), out->y, out->phase_y);
}

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


LW_CLONES void store(const float* row, int samples, const uint8_t*, uint8_t* out) { storeRow<uint8_t>(row, samples, out); }
LW_CLONES void store(const float* row, int samples, const uint8_t*, uint16_t* out) { storeRow<uint8_t>(row, samples, out); }
LW_CLONES void store(const float* row, int samples, const uint16_t*, uint16_t* out) { storeRow<uint16_t>(row, samples, out); }

LW_CLONES void fillTile(WarpTile& tile, const uint8_t* s, int w, int h, bool wrap, const int* box) { tile.fill(s, w, h, wrap, box); }
LW_CLONES void fillTile(WarpTile& tile, const uint16_t* s, int w, int h, bool wrap, const int* box) { tile.fill(s, w, h, wrap, box); }

LW_CLONES void sampleRow(const WarpTile& tile, const LanczosTable& table, const Places* places, int maps, int count, float* out) {
  if (maps == 1) tile.sample<1>(table, places, 0, count, out);
  else tile.sample<3>(table, places, 0, count, out);
}

// In this order NaN becomes the minimum.
float soundGain(float gain) { return std::min(16.0f, std::max(0.5f, gain)); }

// Brightens one cell of a row, from `row` to `out`, as if all samples were on the power segment; returns whether one is
// not.
LW_CLONES bool brighten(const float* __restrict row, const float* __restrict powers, int count, float full, float* __restrict out) {
  const float to_unit = 1.0f / full;
  int dark = 0;
  for (int i = 0; i < count; i++) {
    for (int c = 0; c < 3; c++) {
      const float v = row[i * 3 + c] * to_unit, bright = DisplayGain::brightened(v, powers[i]);
      dark |= DisplayGain::isDark(v) ? 1 : 0;
      out[i * 3 + c] = bright * full;
    }
  }
  return dark != 0;
}

// Applies the gain of a row from a node on, to floats on the source's scale.
void applyGain(const DisplayGain& display, const float* linear, const float* power, int step, int width, float full, float* row) {
  const float step_inverse = 1.0f / static_cast<float>(step), to_unit = 1.0f / full;
  for (int x = 0, node = 0; x < width; x += step, node++) {
    const int count = std::min(step, width - x);
    float powers[kMaxGridStep], out[kMaxGridStep * 3], *cell = row + x * 3;
    for (int i = 0; i < count; i++) powers[i] = power[node] + (power[node + 1] - power[node]) * (static_cast<float>(i) * step_inverse);
    if (brighten(cell, powers, count, full, out)) {
      for (int i = 0; i < count * 3; i++) {
        const float v = cell[i] * to_unit, t = static_cast<float>(i / 3) * step_inverse;
        if (DisplayGain::isDark(v)) out[i] = display.apply(v, linear[node] + (linear[node + 1] - linear[node]) * t, powers[i / 3]) * full;
      }
    }
    std::copy(out, out + count * 3, cell);
  }
}

// Size of a tile in target pixels. Its columns contain as many whole cells of the grid as fit.
constexpr int kTileColumns = kMaxGridStep, kTileRows = 32;
// Positions below this need no special care; sums of two of them are exact to a hundredth of a pixel.
constexpr float kNear = 65536.0f;

template <typename S, typename T>
class Warper {
 public:
  explicit Warper(const WarpArgs<S, T>& args)
      : args_(args),
        step_(args.grid_step),
        maps_(args.map_channels),
        cells_(kTileColumns / step_),
        node_row_(size_t(args.nodes_x) * maps_ * 2),
        limits_{-kTaps, args.source_width + kTaps, -kTaps, args.source_height + kTaps} {
    if (args.wrap_x) limits_[0] = -int(kFarthest), limits_[1] = int(kFarthest);
  }

  void warpTile(int node, int row, int rows) {
    int box[4];
    const bool is_near = findBox(node, row, rows, box);
    if (is_near) fillTile(tile_, args_.source.data, args_.source_width, args_.source_height, args_.wrap_x, box);
    for (int y = row; y < row + rows; y++) {
      float out[kTileColumns * 3];
      const int x = node * step_, columns = std::min(cells_ * step_, args_.target_width - x);
      for (int at = 0; at < columns; at += step_) sampleCell(node + at / step_, y, std::min(step_, columns - at), is_near, out + at * 3);
      if (args_.gain.length != 0) gainRow(node, y, columns, out);
      store(out, columns * 3, args_.source.data, args_.target.data + (size_t(y) * args_.target_width + x) * 3);
    }
  }

  int tileColumns() const { return cells_; }

 private:
  // The part of the source that a tile covers, from its nodes: left, top, right, bottom. False if it is too large, or a
  // node is far outside.
  bool findBox(int node, int row, int rows, int* box) const {
    const int last_column = std::min(node + cells_, args_.nodes_x - 1), last_row = (row + rows - 1) / step_ + 1;
    float low[2] = {kNear, kNear}, high[2] = {-kNear, -kNear};
    for (int j = row / step_; j <= last_row; j++) {
      const float* nodes = args_.grid.data + j * node_row_;
      for (int k = node * maps_ * 2; k < (last_column + 1) * maps_ * 2; k++) {
        if (!(nodes[k] > -kNear && nodes[k] < kNear)) return false;
        low[k % 2] = std::min(low[k % 2], nodes[k]);
        high[k % 2] = std::max(high[k % 2], nodes[k]);
      }
    }
    for (int k = 0; k < 2; k++) {
      const float least = static_cast<float>(limits_[2 * k]), most = static_cast<float>(limits_[2 * k + 1]);
      box[k] = static_cast<int>(std::floor(std::clamp(low[k], least, most))) - kLobes;
      box[k + 2] = static_cast<int>(std::floor(std::clamp(high[k], least, most))) + kLobes + 2;
    }
    return box[2] - box[0] <= WarpTile::kMaxSide && box[3] - box[1] <= WarpTile::kMaxSide;
  }

  void sampleCell(int node, int y, int count, bool is_near, float* out) {
    Places places[3];
    const int j = y / step_;
    const float t = static_cast<float>(y - j * step_) / static_cast<float>(step_);
    float nodes[3 * 4];
    const float* above = args_.grid.data + j * node_row_ + size_t(node) * maps_ * 2;
    for (int k = 0; k < maps_ * 4; k++) nodes[k] = above[k] + (above[node_row_ + k] - above[k]) * t;
    for (int c = 0; c < maps_; c++)
      findPlaces(nodes + c * 2, nodes + (maps_ + c) * 2, 1.0f / static_cast<float>(step_), count, limits_, &places[c]);
    if (is_near) sampleRow(tile_, table_, places, maps_, count, out);
    else
      for (int i = 0; i < count; i++) sampleAlone(places, i, out + i * 3);
  }

  // Samples one pixel, from a separate tile for each map.
  void sampleAlone(const Places* places, int i, float* out) {
    for (int c = 0; c < 3; c++) {
      const Places& at = places[maps_ == 3 ? c : 0];
      const int box[4] = {at.x[i] - kLobes + 1, at.y[i] - kLobes + 1, at.x[i] + kLobes + 1, at.y[i] + kLobes + 1};
      fillTile(tile_, args_.source.data, args_.source_width, args_.source_height, args_.wrap_x, box);
      float rgb[3];
      tile_.sample<1>(table_, &at, i, 1, rgb);
      out[c] = rgb[c];
    }
  }

  // g^(1/2.4) at the nodes, interpolated like g: the two deviate from each other by less than the error of the grid.
  void gainRow(int node, int y, int columns, float* row) const {
    const int j = y / step_, last = (columns - 1) / step_ + 1;
    const float t = static_cast<float>(y - j * step_) / static_cast<float>(step_);
    float linear[kTileColumns + 1], roots[kTileColumns + 1];
    for (int i = 0; i <= last; i++) {
      const float* at = args_.gain.data + size_t(j) * args_.nodes_x + node + i;
      const float above = soundGain(at[0]), below = soundGain(at[args_.nodes_x]);
      linear[i] = above + (below - above) * t;
      roots[i] = static_cast<float>(power(double(linear[i]), 1 / 2.4));
    }
    applyGain(display_, linear, roots, step_, columns, std::numeric_limits<S>::max(), row);
  }

  const WarpArgs<S, T>& args_;
  const int step_, maps_, cells_;
  const size_t node_row_;
  int limits_[4];
  const LanczosTable table_;
  const DisplayGain display_;
  WarpTile tile_;
};

}  // namespace

// Resamples an interleaved RGB picture through a grid of source positions, with a Lanczos window of four lobes
// (lanczos.h). Rows are target rows.
template <typename S, typename T>
Status warp(const WarpArgs<S, T>& args, int row_begin, int row_end, CancelFlag cancel) {
  Warper<S, T> warper(args);
  for (int y = row_begin; y < row_end; y += kTileRows) {
    if (cancel.raised()) return Status::kCancelled;
    const int rows = std::min(kTileRows, row_end - y);
    for (int node = 0; node * args.grid_step < args.target_width; node += warper.tileColumns()) warper.warpTile(node, y, rows);
  }
  return Status::kOk;
}

// Callers never request fewer bits than the source has.
template <>
Status warp(const WarpArgs<uint16_t, uint8_t>&, int, int, CancelFlag) {
  return Status::kBadArguments;
}

template Status warp(const WarpArgs<uint8_t, uint8_t>&, int, int, CancelFlag);
template Status warp(const WarpArgs<uint8_t, uint16_t>&, int, int, CancelFlag);
template Status warp(const WarpArgs<uint16_t, uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
