#include "align_accumulate.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lightwell {

namespace {

LW_INLINE void catmullRomWeights(double t, double w[4]) {
  w[0] = ((-0.5 * t + 1) * t - 0.5) * t;
  w[1] = (1.5 * t - 2.5) * t * t + 1;
  w[2] = ((-1.5 * t + 2) * t + 0.5) * t;
  w[3] = (0.5 * t - 0.5) * t * t;
}

LW_INLINE double catmullRomAt(const float* plane, int width, double x, double y) {
  const int x0 = static_cast<int>(x), y0 = static_cast<int>(y);
  double wx[4], wy[4];
  catmullRomWeights(x - x0, wx);
  catmullRomWeights(y - y0, wy);
  const float* p = plane + size_t(y0 - 1) * width + x0 - 1;
  double sum = 0;
  for (int j = 0; j < 4; j++, p += width) sum += wy[j] * (wx[0] * p[0] + wx[1] * p[1] + wx[2] * p[2] + wx[3] * p[3]);
  return sum;
}

LW_INLINE void addPixel(double* out, const double jacobian[8], double t, double f, double tukey) {
  const double r = f - t;
  const double size = std::min(1.0, std::fabs(r));
  out[75 + static_cast<int>(std::sqrt(size) * (kAlignHistogramBins - 1))] += 1;
  out[72] += t * t;
  out[73] += f * f;
  out[74] += t * f;
  const double ratio = r / tukey;
  const double inside = 1 - ratio * ratio;
  if (inside <= 0) return;
  const double weight = inside * inside;
  for (int i = 0; i < 8; i++) {
    const double wj = weight * jacobian[i];
    out[64 + i] += wj * r;
    for (int j = 0; j < 8; j++) out[i * 8 + j] += wj * jacobian[j];
  }
}

// Columns worth a look: most pixels of a room are flat walls, and this pass over them vectorises.
LW_CLONES void rowGradient(const float* row, int width, int begin, int end, float* gx, float* gy, float* squared) {
  for (int x = begin; x < end; x++) {
    gx[x] = (row[x + 1] - row[x - 1]) * 0.5f;
    gy[x] = (row[x + width] - row[x - width]) * 0.5f;
    squared[x] = gx[x] * gx[x] + gy[x] * gy[x];
  }
}

struct Scratch {
  std::vector<float> gx, gy, squared;
};

LW_CLONES void addRow(const AlignAccumulateArgs& args, int y, const Scratch& scratch, const uint8_t* open, double* out,
                      double* tile_sums) {
  const int width = args.width, height = args.height, margin = args.margin;
  const double* h = args.transform.data;
  const double centre_x = (width - 1) / 2.0, centre_y = (height - 1) / 2.0, unit = 2.0 / std::max(width, height);
  const double v = (y - centre_y) * unit;
  const float* row = args.templ.data + size_t(y) * width;
  const uint8_t* blocked = args.blocked.data + size_t(y) * width;
  for (int x = margin; x < width - margin; x++) {
    if (scratch.squared[x] < args.least_square || blocked[x]) continue;
    const double scale = 1 / (h[6] * x + h[7] * y + h[8]);
    const double fx = (h[0] * x + h[1] * y + h[2]) * scale;
    const double fy = (h[3] * x + h[4] * y + h[5]) * scale;
    if (!(fx >= margin && fy >= margin && fx < width - 1 - margin && fy < height - 1 - margin)) continue;
    const double gx = scratch.gx[x], gy = scratch.gy[x];
    const double u = (x - centre_x) * unit;
    const double q = gx * u + gy * v;
    const double jacobian[8] = {gx, gy, gx * u, gx * v, gy * u, gy * v, -q * u, -q * v};
    const double t = row[x], f = catmullRomAt(args.frame.data, width, fx, fy);
    const int tile = x / args.tile;
    tile_sums[tile * 3] += t * t;
    tile_sums[tile * 3 + 1] += t * f;
    tile_sums[tile * 3 + 2] += 1;
    if (open[tile]) addPixel(out, jacobian, t, f, args.tukey);
  }
}

}  // namespace

Status alignAccumulate(const AlignAccumulateArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height, margin = args.margin;
  const size_t pixels = size_t(width) * height;
  if (args.tile < 1) return Status::kBadArguments;
  const int tiles_x = (width + args.tile - 1) / args.tile, tiles_y = (height + args.tile - 1) / args.tile;
  const size_t tiles = size_t(tiles_x) * tiles_y;
  if (width < 1 || height < 1 || margin < 2 || !(args.tukey > 0) || row_begin < 0 || row_end > tiles_y ||
      args.templ.length < pixels || args.frame.length < pixels || args.blocked.length < pixels || args.transform.length < 9 ||
      args.open.length < tiles || args.tile_sums.length < tiles * 3 || args.sums.length < size_t(tiles_y) * kAlignSumsPerBlock) {
    return Status::kBadArguments;
  }
  Scratch scratch{std::vector<float>(width), std::vector<float>(width), std::vector<float>(width)};
  for (int block = row_begin; block < row_end; block++) {
    if (cancel.raised()) return Status::kCancelled;
    double* out = args.sums.data + size_t(block) * kAlignSumsPerBlock;
    double* tile_sums = args.tile_sums.data + size_t(block) * tiles_x * 3;
    std::fill(out, out + kAlignSumsPerBlock, 0.0);
    std::fill(tile_sums, tile_sums + size_t(tiles_x) * 3, 0.0);
    const int last = std::min(height - margin, (block + 1) * args.tile);
    for (int y = std::max(margin, block * args.tile); y < last; y++) {
      rowGradient(args.templ.data + size_t(y) * width, width, margin, width - margin, scratch.gx.data(), scratch.gy.data(),
                  scratch.squared.data());
      addRow(args, y, scratch, args.open.data + size_t(block) * tiles_x, out, tile_sums);
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
