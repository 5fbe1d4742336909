#include "../../generated/demosaic.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "xtrans_tile.h"

namespace lightwell {

namespace {

using namespace xtrans;

constexpr float kGreenEps = 0.005f;
constexpr int kMaxNeighbours = 24;

struct Neighbour {
  int offset;  // within a tile, from the column's first computed cell
  float weight;
};

// For a position of the cell: the samples within two pixels that have the missing colours.
struct Phase {
  int color;
  Neighbour around[3][kMaxNeighbours];
  int count[3];
};

int positive(int v) { return ((v % 6) + 6) % 6; }

class Pattern {
 public:
  explicit Pattern(const uint8_t* colors) : colors_(colors) {}

  bool build() {
    for (int y = 0; y < 6; y++) {
      for (int x = 0; x < 6; x++) {
        if (!buildPhase(x, y)) return false;
      }
    }
    return true;
  }

  const Phase* row(int y) const { return phases_ + positive(y) * 6; }

 private:
  bool buildPhase(int x, int y) {
    Phase& phase = phases_[y * 6 + x];
    phase.color = colors_[y * 6 + x];
    std::fill_n(phase.count, 3, 0);
    for (int dy = -2; dy <= 2; dy++) {
      for (int dx = -2; dx <= 2; dx++) {
        const int c = colors_[positive(y + dy) * 6 + positive(x + dx)];
        if (c == 1 || c == phase.color) continue;
        phase.around[c][phase.count[c]++] = {offsetOf(x, dx, dy), 1.0f / float(dx * dx + dy * dy)};
      }
    }
    return (phase.color == 0 || phase.count[0] > 0) && (phase.color == 2 || phase.count[2] > 0);
  }

  const uint8_t* colors_;
  Phase phases_[36];
};

// Index shifted by whole cells into the picture, which keeps the pattern of colours; clamped if the picture is smaller
// than a cell.
int wrapped(int index, int size) {
  while (index < 0) index += 6;
  while (index >= size && index >= 6) index -= 6;
  return std::min(size - 1, index);
}

LW_CLONES void roots(const uint16_t* __restrict in, float black, float scale, float* __restrict out, int count) {
  for (int i = 0; i < count; i++) {
    float v = (float(in[i]) - black) * scale;
    v = v > 0.0f ? v : 0.0f;
    v = v < 1.0f ? v : 1.0f;
    out[i] = std::sqrt(v);
  }
}

LW_CLONES void squares(const float* __restrict in, uint16_t* __restrict out, int count) {
  for (int i = 0; i < count; i++) {
    float v = in[i] * in[i];
    v = v < 1.0f ? v : 1.0f;
    out[i] = static_cast<uint16_t>(static_cast<int>(v * 65535.0f + 0.5f));
  }
}

// Red or blue of `cells` pixels: green plus the samples' differences to green, weighted by proximity in position and in
// green.
LW_CLONES void colorDifferences(const float* cfa, const float* green, const Neighbour* around, int neighbours, float* __restrict out, int cells) {
  float weights[kComputed] = {}, sums[kComputed] = {};
  for (int n = 0; n < neighbours; n++) {
    const float *v = cfa + around[n].offset, *g = green + around[n].offset;
    const float near = around[n].weight;
    const float* own = green;
    for (int i = 0; i < cells; i++) {
      const float weight = near / (kGreenEps + std::fabs(g[i] - own[i]));
      weights[i] += weight;
      sums[i] += weight * (v[i] - g[i]);
    }
  }
  for (int i = 0; i < cells; i++) {
    const float v = green[i] + sums[i] / weights[i];
    out[i] = v > 0.0f ? v : 0.0f;
  }
}

class Demosaic {
 public:
  Demosaic(const DemosaicXtransArgs& args, const Pattern& pattern)
      : args_(args), pattern_(pattern), cfa_(kRow * (kTileRows + 2 * kBorder)), green_(cfa_.size()), errors_(5 * kModels * kRow), sums_(kModels * kRow) {}

  void run(int x0, int x1, int y0, int y1) {
    x0_ = x0;
    y0_ = y0 - kBorder;
    rows_ = y1 - y0 + 2 * kBorder;
    const int cells = (x1 - x0 + 5) / 6;
    cells_ = (cells + 2 + kBlock - 1) / kBlock * kBlock;
    for (int y = 0; y < rows_; y++) load(y);
    for (int y = 3; y < rows_ - 3; y++) {
      measure(y);
      if (y >= 7) interpolateGreen(y - 2);
    }
    for (int y = y0; y < y1; y++) store(y, x1 - x0);
  }

 private:
  // The first computed pixel of column `px`.
  static float* place(std::vector<float>& plane, int y, int px) { return plane.data() + size_t(y) * kRow + px * kStride + 1; }
  float* errorRow(int y) { return errors_.data() + size_t(y % 5) * kModels * kRow; }
  const float* filtersAt(int y, int px, int kind) const {
    return args_.filters.data + size_t((positive(y0_ + y) * 6 + px) * 2 + kind) * kTaps * kModels;
  }

  void load(int y) {
    const uint16_t* in = args_.source.data + size_t(wrapped(y0_ + y, args_.height)) * args_.width;
    uint16_t samples[kStride];
    for (int px = 0; px < 6; px++) {
      for (int i = 0; i < cells_ + 2; i++) {
        const int x = x0_ - 12 + i * 6 + px;
        samples[i] = in[x >= 0 && x < args_.width ? x : wrapped(x, args_.width)];
      }
      const int c = pattern_.row(y0_ + y)[px].color;
      float* out = place(cfa_, y, px) - 1;
      roots(samples, args_.black.data[c], args_.scale.data[c] * (1.0f / 65535.0f), out, cells_ + 2);
      std::copy_n(out, cells_ + 2, place(green_, y, px) - 1);
    }
  }

  void measure(int y) {
    for (int px = 0; px < 6; px++) {
      squaredErrors(place(cfa_, y, 0), offsets_.taps[px], filtersAt(y, px, 0), errorRow(y) + px * kStride + 1, cells_);
    }
  }

  void interpolateGreen(int y) {
    const float* rows[5];
    for (int i = 0; i < 5; i++) rows[i] = errorRow(y - 2 + i);
    sumRows(rows, sums_.data());
    for (int px = 0; px < 6; px++) {
      if (pattern_.row(y0_ + y)[px].color == 1) continue;
      int columns[5];
      for (int i = 0; i < 5; i++) columns[i] = offsetOf(px, i - 2, 0);
      mixGreen(place(cfa_, y, 0), offsets_.taps[px], filtersAt(y, px, 1), sums_.data() + 1, columns, place(green_, y, px), cells_);
    }
  }

  void store(int y, int width) {
    const int ty = y - y0_, cells = (width + 5) / 6;
    uint16_t* out = args_.target.data + (size_t(y) * args_.width + x0_) * 3;
    float color[kComputed];
    uint16_t samples[kComputed];
    for (int px = 0; px < 6; px++) {
      const Phase& phase = pattern_.row(y)[px];
      for (int c = 0; c < 3; c++) {
        const float* from = place(c == 1 ? green_ : cfa_, ty, px) + 1;
        if (c != 1 && c != phase.color) {
          interpolateColor(phase, c, ty, px, color, cells);
          from = color;
        }
        squares(from, samples, cells);
        for (int i = 0, x = px; x < width; i++, x += 6) out[x * 3 + c] = samples[i];
      }
    }
  }

  void interpolateColor(const Phase& phase, int c, int y, int px, float* out, int cells) {
    // Offsets of neighbours count from the row's first column.
    Neighbour around[kMaxNeighbours];
    for (int n = 0; n < phase.count[c]; n++) around[n] = {phase.around[c][n].offset - px * kStride, phase.around[c][n].weight};
    colorDifferences(place(cfa_, y, px) + 1, place(green_, y, px) + 1, around, phase.count[c], out, cells);
  }

  const DemosaicXtransArgs& args_;
  const Pattern& pattern_;
  const Offsets offsets_;
  std::vector<float> cfa_, green_;
  std::vector<float> errors_;  // squared errors of the models in five rows
  std::vector<float> sums_;
  int x0_ = 0, y0_ = 0;  // position of the tile; y0_ includes its border
  int rows_ = 0, cells_ = 0;
};

}  // namespace

// X-Trans mosaic to linear RGB. Green is a weighted mean of linear estimates; red and blue follow from colour
// differences. The pattern must contain red and blue in every 5 x 5 window. An output row depends on
// kDemosaicXtransBorder rows above and below. Rows are target rows.
Status demosaicXtrans(const DemosaicXtransArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (std::any_of(args.pattern.data, args.pattern.data + 36, [](uint8_t c) { return c > 2; })) return Status::kBadArguments;
  Pattern pattern(args.pattern.data);
  if (!pattern.build()) return Status::kBadArguments;
  Demosaic demosaic(args, pattern);
  for (int y = row_begin; y < row_end; y += kTileRows) {
    for (int x = 0; x < args.width; x += kTileCells * 6) {
      if (cancel.raised()) return Status::kCancelled;
      demosaic.run(x, std::min(args.width, x + kTileCells * 6), y, std::min(row_end, y + kTileRows));
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
