#include "../../generated/align.h"

#include <cstring>

namespace lightwell {

namespace {

constexpr int kMaxTileEdge = 64;

constexpr int kLanes = 8;

// A row of the tile table. The frame's pixel (x, y) is at frame_at + (y - frame_y) * stride + x - frame_x.
using Tile = AlignTile<int32_t>;
using SumsRow = AlignSums<double>;

bool isEmpty(const Tile& t) { return t.width < 1 || t.height < 1 || t.frame_width < 4 || t.frame_height < 4; }

bool isInside(const AlignAccumulateArgs& args, const Tile& t) {
  // Largest width and height at which floats represent all columns and rows exactly.
  constexpr int kMaxFrame = 1 << 24;
  if (t.width > kMaxTileEdge || t.frame_width > kMaxFrame || t.frame_height > kMaxFrame) return false;
  const int64_t stride = args.template_stride, last = t.template_at + t.height * stride + t.width;
  if (t.template_at < stride + 1 || last > int64_t(args.template_.length) || last > int64_t(args.blocked.length)) return false;
  const int64_t frame_last = t.frame_at + (t.frame_height - 1) * int64_t(args.frame_stride) + t.frame_width;
  return t.frame_at >= 0 && frame_last <= int64_t(args.frame.length);
}

// A row of a tile. The arrays are padded to whole lanes with pixels whose mask is 0.
struct Row {
  alignas(32) float gx[kMaxTileEdge + kLanes];
  alignas(32) float gy[kMaxTileEdge + kLanes];
  alignas(32) float mask[kMaxTileEdge + kLanes];
  alignas(32) float templ[kMaxTileEdge + kLanes];
  alignas(32) float value[kMaxTileEdge + kLanes];
  alignas(32) float tx[kMaxTileEdge + kLanes];
  alignas(32) float ty[kMaxTileEdge + kLanes];
  int ix[kMaxTileEdge + kLanes];
  int iy[kMaxTileEdge + kLanes];
};

LW_INLINE void readGradients(const float* t, const uint8_t* blocked, int stride, int width, float least, Row& row) {
  for (int i = 0; i < width; i++) {
    const float gx = (t[i + 1] - t[i - 1]) * 0.5f, gy = (t[i + stride] - t[i - stride]) * 0.5f;
    const float squared = gx * gx + gy * gy;
    row.gx[i] = gx;
    row.gy[i] = gy;
    row.templ[i] = t[i];
    row.mask[i] = (squared >= least) & (blocked[i] == 0) ? 1.0f : 0.0f;
  }
}

// Positions in the frame's patch: exact at both ends of the row, linear in between. Over 64 pixels, perspective
// deviates from that by less than a thousandth of a pixel.
LW_INLINE void readPositions(const double* h, const Tile& t, double y, Row& row) {
  double end[2][2];
  for (int k = 0; k < 2; k++) {
    const double x = double(t.x) + k * t.width, scale = 1 / (h[6] * x + h[7] * y + h[8]);
    end[k][0] = (h[0] * x + h[1] * y + h[2]) * scale - t.frame_x;
    end[k][1] = (h[3] * x + h[4] * y + h[5]) * scale - t.frame_y;
  }
  const float x0 = static_cast<float>(end[0][0]), y0 = static_cast<float>(end[0][1]);
  const float dx = static_cast<float>((end[1][0] - end[0][0]) / t.width);
  const float dy = static_cast<float>((end[1][1] - end[0][1]) / t.width);
  const float max_x = static_cast<float>(t.frame_width - 2), max_y = static_cast<float>(t.frame_height - 2);
  for (int i = 0; i < t.width; i++) {
    const float x = x0 + dx * static_cast<float>(i), y_at = y0 + dy * static_cast<float>(i);
    const bool inside = (x >= 1.0f) & (y_at >= 1.0f) & (x < max_x) & (y_at < max_y);
    const float px = inside ? x : 1.0f, py = inside ? y_at : 1.0f;
    row.mask[i] = inside ? row.mask[i] : 0.0f;
    row.ix[i] = static_cast<int>(px);
    row.iy[i] = static_cast<int>(py);
    row.tx[i] = px - static_cast<float>(row.ix[i]);
    row.ty[i] = py - static_cast<float>(row.iy[i]);
  }
}

LW_INLINE void catmullRom(float t, float w[4]) {
  w[0] = ((-0.5f * t + 1.0f) * t - 0.5f) * t;
  w[1] = (1.5f * t - 2.5f) * t * t + 1.0f;
  w[2] = ((-1.5f * t + 2.0f) * t + 0.5f) * t;
  w[3] = (0.5f * t - 0.5f) * t * t;
}

LW_INLINE void cubicSpline(float t, float w[4]) {
  const float s = 1.0f - t, sixth = 1.0f / 6.0f;
  w[0] = s * s * s * sixth;
  w[1] = ((0.5f * t - 1.0f) * t) * t + 4.0f * sixth;
  w[2] = ((0.5f * s - 1.0f) * s) * s + 4.0f * sixth;
  w[3] = t * t * t * sixth;
}

// Neighbours in the template stay neighbours in the frame for dozens of pixels. Within such a run, loads are
// contiguous.
template <bool spline>
LW_INLINE void readRun(const float* p, int stride, const float* tx, const float* ty, int count, float* out) {
  for (int i = 0; i < count; i++) {
    float wx[4], wy[4];
    if constexpr (spline) {
      cubicSpline(tx[i], wx);
      cubicSpline(ty[i], wy);
    } else {
      catmullRom(tx[i], wx);
      catmullRom(ty[i], wy);
    }
    const float* q = p + i;
    const float a = wx[0] * q[0] + wx[1] * q[1] + wx[2] * q[2] + wx[3] * q[3];
    q += stride;
    const float b = wx[0] * q[0] + wx[1] * q[1] + wx[2] * q[2] + wx[3] * q[3];
    q += stride;
    const float c = wx[0] * q[0] + wx[1] * q[1] + wx[2] * q[2] + wx[3] * q[3];
    q += stride;
    const float d = wx[0] * q[0] + wx[1] * q[1] + wx[2] * q[2] + wx[3] * q[3];
    out[i] = wy[0] * a + wy[1] * b + wy[2] * c + wy[3] * d;
  }
}

template <bool spline>
LW_INLINE void readFrame(const float* frame, int stride, int width, Row& row) {
  for (int begin = 0, end; begin < width; begin = end) {
    for (end = begin + 1; end < width && row.ix[end] - row.ix[begin] == end - begin && row.iy[end] == row.iy[begin];) end++;
    const float* p = frame + int64_t(row.iy[begin] - 1) * stride + row.ix[begin] - 1;
    readRun<spline>(p, stride, row.tx + begin, row.ty + begin, end - begin, row.value + begin);
  }
}

struct Sums {
  alignas(32) float at[SumsRow::length][kLanes];
};

LW_INLINE void addRow(const Row& row, int padded, float inverse, Sums& sums) {
  for (int i = 0; i < padded; i += kLanes) {
    for (int l = 0; l < kLanes; l++) {
      const float m = row.mask[i + l], t = row.templ[i + l], f = row.value[i + l], gx = row.gx[i + l], gy = row.gy[i + l];
      const float r = f - t, ratio = r * inverse, left = 1.0f - ratio * ratio;
      const float inside = left > 0.0f ? left : 0.0f, w = m * (inside * inside);
      const float wx = w * gx, wy = w * gy;
      sums.at[0][l] += wx * gx;
      sums.at[1][l] += wx * gy;
      sums.at[2][l] += wy * gy;
      sums.at[3][l] += wx * r;
      sums.at[4][l] += wy * r;
      sums.at[5][l] += m * (t * t);
      sums.at[6][l] += m * (f * f);
      sums.at[7][l] += m * (t * f);
      sums.at[8][l] += m;
      sums.at[9][l] += m * (r * r);
    }
  }
}

template <bool spline>
LW_INLINE void addTileBy(const AlignAccumulateArgs& args, const Tile& t, double* out) {
  Row row{};
  Sums sums{};
  const float inverse = 1.0f / args.tukey;
  const int padded = (t.width + kLanes - 1) / kLanes * kLanes;
  for (int j = 0; j < t.height; j++) {
    const int64_t at = t.template_at + int64_t(j) * args.template_stride;
    readGradients(args.template_.data + at, args.blocked.data + at, args.template_stride, t.width, args.min_square, row);
    readPositions(args.transform.data, t, double(t.y) + j, row);
    readFrame<spline>(args.frame.data + t.frame_at, args.frame_stride, t.width, row);
    addRow(row, padded, inverse, sums);
  }
  for (int k = 0; k < SumsRow::length; k++) {
    double sum = 0;
    for (int l = 0; l < kLanes; l++) sum += sums.at[k][l];
    out[k] = sum;
  }
}

LW_CLONES void addSplineTile(const AlignAccumulateArgs& args, const Tile& t, double* out) { addTileBy<true>(args, t, out); }
LW_CLONES void addSampleTile(const AlignAccumulateArgs& args, const Tile& t, double* out) { addTileBy<false>(args, t, out); }

}  // namespace

// Weighted sums of gradients and residuals of each tile, for one Gauss-Newton step. A tile without pixels, or whose
// patch is smaller than the 4 x 4 pixels of the interpolation, has sums of 0. Rows are tiles.
Status alignAccumulate(const AlignAccumulateArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (!(args.tukey > 0)) return Status::kBadArguments;
  for (int i = row_begin; i < row_end; i++) {
    if (cancel.raised()) return Status::kCancelled;
    Tile tile;
    std::memcpy(&tile, args.tiles.data + size_t(i) * Tile::length, sizeof tile);
    double* out = args.sums.data + size_t(i) * SumsRow::length;
    for (int k = 0; k < SumsRow::length; k++) out[k] = 0;
    if (isEmpty(tile)) continue;
    if (!isInside(args, tile)) return Status::kBadArguments;
    (args.spline ? addSplineTile : addSampleTile)(args, tile, out);
  }
  return Status::kOk;
}

}  // namespace lightwell
