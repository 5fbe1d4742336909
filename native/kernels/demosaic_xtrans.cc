#include "demosaic_xtrans.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lightwell {

namespace {

constexpr int kBorder = kDemosaicXtransBorder;
constexpr int kTileWidth = 252;  // whole cells, so that tables by place hold for every tile
constexpr int kTileRows = 96;
constexpr int kStride = kTileWidth + 2 * kBorder;
constexpr int kPlaneSize = kStride * (kTileRows + 2 * kBorder);
constexpr float kEps = 1e-6f;
constexpr float kGreenEps = 0.01f;

// Distances from a place to the nearest green before and after it in its row and in its column; 0 at a green place itself is not used.
struct GreenReach {
  int left, right, up, down;
};

struct Neighbour {
  int offset;  // in a tile's plane
  float weight;
};

// What is the same for all places of one phase of the 6 x 6 cell.
struct Phase {
  int color;
  GreenReach reach;
  Neighbour around[3][16];
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

  int colorAt(int x, int y) const { return colors_[positive(y) * 6 + positive(x)]; }
  const Phase* row(int y) const { return phases_ + positive(y) * 6; }

 private:
  int greenDistance(int x, int y, int dx, int dy) const {
    for (int d = 1; d <= 3; d++) {
      if (colorAt(x + d * dx, y + d * dy) == 1) return d;
    }
    return 0;
  }

  bool buildPhase(int x, int y) {
    Phase& phase = phases_[y * 6 + x];
    phase.color = colorAt(x, y);
    phase.reach = {greenDistance(x, y, -1, 0), greenDistance(x, y, 1, 0), greenDistance(x, y, 0, -1), greenDistance(x, y, 0, 1)};
    if (!phase.reach.left || !phase.reach.right || !phase.reach.up || !phase.reach.down) return false;
    std::fill_n(phase.count, 3, 0);
    for (int dy = -2; dy <= 2; dy++) {
      for (int dx = -2; dx <= 2; dx++) {
        const int c = colorAt(x + dx, y + dy);
        if (c == 1 || c == phase.color) continue;
        if (phase.count[c] == 16) return false;
        phase.around[c][phase.count[c]++] = {dy * kStride + dx, 1.0f / float(dx * dx + dy * dy)};
      }
    }
    for (int c : {0, 2}) {
      if (c != phase.color && phase.count[c] == 0) return false;
    }
    return true;
  }

  const uint8_t* colors_;
  Phase phases_[36];
};

// Index moved by whole cells into the picture, so that the colours keep their places; clamped where the picture is smaller.
int wrapped(int index, int size) {
  while (index < 0) index += 6;
  while (index >= size && index >= 6) index -= 6;
  return std::min(size - 1, index);
}

class Demosaic {
 public:
  Demosaic(const DemosaicXtransArgs& args, const Pattern& pattern)
      : args_(args), pattern_(pattern), cfa_(kPlaneSize), green_(kPlaneSize), across_(kPlaneSize), along_(kPlaneSize), share_(kPlaneSize) {
    for (auto& plane : color_) plane.resize(kPlaneSize);
  }

  void run(int x0, int x1, int y0, int y1) {
    x0_ = x0 - kBorder;
    y0_ = y0 - kBorder;
    width_ = x1 - x0 + 2 * kBorder;
    rows_ = y1 - y0 + 2 * kBorder;
    load();
    for (int y = 3; y < rows_ - 3; y++) slopes(y);
    for (int y = 4; y < rows_ - 4; y++) interpolateGreen(y);
    for (int y = 6; y < rows_ - 6; y++) colorsAtGreen(y);
    for (int y = 9; y < rows_ - 9; y++) refineGreen(y);
    for (int y = y0; y < y1; y++) store(x0, y);
  }

 private:
  void load() {
    for (int y = 0; y < rows_; y++) {
      const uint16_t* in = args_.source.data + size_t(wrapped(y0_ + y, args_.height)) * args_.width;
      int x = x0_;
      eachInRow(y, 0, [&](int at, const Phase& phase) {
        const int c = phase.color;
        const float v = (float(in[wrapped(x++, args_.width)]) - args_.black.data[c]) * (args_.scale.data[c] * (1.0f / 65535.0f));
        cfa_[at] = green_[at] = std::sqrt(std::min(1.0f, std::max(0.0f, v)));
      });
    }
  }

  // Visits the places of a tile's row that are at least `margin` inside its sides: (place in the planes, phase of the cell).
  template <typename Visit>
  LW_INLINE void eachInRow(int y, int margin, Visit visit) {
    const Phase* row = pattern_.row(y0_ + y);
    int column = positive(x0_ + margin);
    for (int x = margin, at = y * kStride + margin; x < width_ - margin; x++, at++) {
      visit(at, row[column]);
      column = column == 5 ? 0 : column + 1;
    }
  }

  // Squared slopes of green along the row and the column.
  void slopes(int y) {
    eachInRow(y, 3, [&](int at, const Phase& phase) {
      const GreenReach& r = phase.reach;
      const float* v = cfa_.data() + at;
      const float h = (v[r.right] - v[-r.left]) / float(r.left + r.right);
      const float w = (v[r.down * kStride] - v[-r.up * kStride]) / float(r.up + r.down);
      across_[at] = h * h;
      along_[at] = w * w;
    });
  }

  static float sum3x3(const float* p) {
    const float *u = p - kStride, *d = p + kStride;
    return ((u[-1] + u[0]) + u[1]) + ((p[-1] + p[0]) + p[1]) + ((d[-1] + d[0]) + d[1]);
  }

  void interpolateGreen(int y) {
    eachInRow(y, 4, [&](int at, const Phase& phase) {
      if (phase.color == 1) return;
      const GreenReach& r = phase.reach;
      const float* v = cfa_.data() + at;
      const float h = (v[-r.left] * float(r.right) + v[r.right] * float(r.left)) / float(r.left + r.right);
      const float w = (v[-r.up * kStride] * float(r.down) + v[r.down * kStride] * float(r.up)) / float(r.up + r.down);
      const float sh = kEps + sum3x3(across_.data() + at), sv = kEps + sum3x3(along_.data() + at);
      const float share = share_[at] = (sv * sv) / (sh * sh + sv * sv);
      green_[at] = share * h + (1.0f - share) * w;
    });
  }

  void colorsAtGreen(int y) {
    eachInRow(y, 6, [&](int at, const Phase& phase) {
      if (phase.color != 1) return;
      color_[0][at] = interpolateColor(phase, 0, at);
      color_[2][at] = interpolateColor(phase, 2, at);
    });
  }

  // Once the greens know red and blue, a red or blue site takes its green from its own sample and the colour differences there, which vary
  // less than green itself.
  void refineGreen(int y) {
    eachInRow(y, 9, [&](int at, const Phase& phase) {
      if (phase.color == 1) return;
      const GreenReach& r = phase.reach;
      const float *g = cfa_.data() + at, *c = color_[phase.color].data() + at;
      auto difference = [&](int offset) { return g[offset] - c[offset]; };
      const float h = (difference(-r.left) * float(r.right) + difference(r.right) * float(r.left)) / float(r.left + r.right);
      const float w = (difference(-r.up * kStride) * float(r.down) + difference(r.down * kStride) * float(r.up)) / float(r.up + r.down);
      green_[at] = std::max(0.0f, g[0] + share_[at] * h + (1.0f - share_[at]) * w);
    });
  }

  float interpolateColor(const Phase& phase, int c, int at) const {
    const float* v = cfa_.data() + at;
    const float* g = green_.data() + at;
    float weights = 0.0f, sum = 0.0f;
    for (int i = 0; i < phase.count[c]; i++) {
      const Neighbour& n = phase.around[c][i];
      const float weight = n.weight / (kGreenEps + std::fabs(g[n.offset] - g[0]));
      weights += weight;
      sum += weight * (v[n.offset] - g[n.offset]);
    }
    return std::max(0.0f, g[0] + sum / weights);
  }

  void store(int x0, int y) {
    uint16_t* out = args_.target.data + (size_t(y) * args_.width + x0) * 3;
    eachInRow(y - y0_, kBorder, [&](int at, const Phase& phase) {
      for (int c = 0; c < 3; c++) {
        const float v = c == 1 ? green_[at] : c == phase.color ? cfa_[at] : interpolateColor(phase, c, at);
        out[c] = static_cast<uint16_t>(std::min(1.0f, v * v) * 65535.0f + 0.5f);
      }
      out += 3;
    });
  }

  const DemosaicXtransArgs& args_;
  const Pattern& pattern_;
  std::vector<float> cfa_, green_, across_, along_, share_, color_[3];
  int x0_ = 0, y0_ = 0, width_ = 0, rows_ = 0;  // of the tile with its borders
};

}  // namespace

Status demosaicXtrans(const DemosaicXtransArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const size_t pixels = size_t(std::max(0, args.width)) * std::max(0, args.height);
  if (args.width < 1 || args.height < 1 || row_begin < 0 || row_end > args.height || args.source.length < pixels ||
      args.target.length < pixels * 3 || args.pattern.length < 36 || args.black.length < 3 || args.scale.length < 3 ||
      std::any_of(args.pattern.data, args.pattern.data + 36, [](uint8_t c) { return c > 2; })) {
    return Status::kBadArguments;
  }
  Pattern pattern(args.pattern.data);
  if (!pattern.build()) return Status::kBadArguments;
  Demosaic demosaic(args, pattern);
  for (int y = row_begin; y < row_end; y += kTileRows) {
    for (int x = 0; x < args.width; x += kTileWidth) {
      if (cancel.raised()) return Status::kCancelled;
      demosaic.run(x, std::min(args.width, x + kTileWidth), y, std::min(row_end, y + kTileRows));
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
