#include "demosaic_bayer.h"

#include <algorithm>
#include <cmath>

#include "bayer_tile.h"

namespace lightwell {

namespace {

using namespace bayer;

// Directions and the weights of four sides after the description of RCD (ratio corrected demosaicing, Sanz Rodriguez 2017); green by
// differences instead of ratios, which fail near Nyquist's frequency, in three ways that bayer_judge.cc decides between; red and blue as local
// lines of green.
// Every other sample of a row, from its square root on.
LW_CLONES void loadHalf(const uint16_t* __restrict in, float black, float scale, float* __restrict cfa, float* __restrict green, int count) {
  for (int i = 0; i < count; i++) {
    float v = (float(in[2 * i]) - black) * scale;
    v = v > 0.0f ? v : 0.0f;
    v = v < 1.0f ? v : 1.0f;
    v = std::sqrt(v);
    cfa[i] = v;
    green[i] = v;
  }
}

LW_CLONES void squareHalf(const float* __restrict in, uint16_t* __restrict out, int count) {
  for (int i = 0; i < count; i++) {
    float v = in[i] * in[i];
    v = v < 1.0f ? v : 1.0f;
    out[i] = static_cast<uint16_t>(static_cast<int>(v * 65535.0f + 0.5f));
  }
}

class Demosaic {
 public:
  explicit Demosaic(const DemosaicBayerArgs& args) : args_(args) {}

  void run(int x0, int x1, int y0, int y1) {
    load(x0, x1, y0, y1);
    interpolate();
    store(x0, x1, y0, y1);
  }

 private:
  // Tiles begin at even columns, so a tile's column has the picture's parity; rows keep the picture's parity by `row_parity_`.
  int colourParity(int y) const { return (y + row_parity_) % 2 == args_.red_y ? args_.red_x : 1 - args_.red_x; }

  void load(int x0, int x1, int y0, int y1) {
    tile_.width = (x1 - x0 + 1) / 2 * 2 + 2 * kBorder;
    tile_.rows = y1 - y0 + 2 * kBorder;
    row_parity_ = (y0 - kBorder) & 1;
    uint16_t samples[kMaxWidth];
    for (int y = 0; y < tile_.rows; y++) {
      const uint16_t* in = args_.source.data + size_t(reflect101(y0 - kBorder + y, args_.height)) * args_.width;
      copyMirrored(in, x0 - kBorder, samples);
      const bool red_row = (y + row_parity_) % 2 == args_.red_y;
      const int colour_parity = colourParity(y), colour = red_row ? 0 : 2;
      for (int parity = 0; parity < 2; parity++) {
        const int c = parity == colour_parity ? colour : 1;
        loadHalf(samples + parity, args_.black.data[c], args_.scale.data[c] * (1.0f / 65535.0f), tile_.cfa.row(y) + parity * kHalf,
                 tile_.green.row(y) + parity * kHalf, tile_.width / 2);
      }
    }
  }

  void copyMirrored(const uint16_t* in, int x0, uint16_t* out) const {
    const int inside_begin = std::max(0, -x0), inside_end = std::max(inside_begin, std::min(tile_.width, args_.width - x0));
    for (int x = 0; x < inside_begin; x++) out[x] = in[reflect101(x0 + x, args_.width)];
    std::copy(in + x0 + inside_begin, in + x0 + inside_end, out + inside_begin);
    for (int x = inside_end; x < tile_.width; x++) out[x] = in[reflect101(x0 + x, args_.width)];
  }

  void interpolate() {
    const int rows = tile_.rows;
    for (int y = 3; y < rows - 3; y++) cardinalHighpass(tile_, y);
    for (int y = 4; y < rows - 4; y++) cardinalDirection(tile_, y);
    for (int y = 5; y < rows - 5; y++) greenFromSides(tile_, y, colourParity(y));
    for (int y = 2; y < rows - 2; y++) cardinalDifference(tile_, y, colourParity(y));
    for (int y = 5; y < rows - 5; y++) greenFromDifferences(tile_, y, colourParity(y));
    for (int y = 7; y < rows - 7; y++) judgeGreens(tile_, y, colourParity(y));
    for (int y = 3; y < rows - 3; y++) diagonalHighpass(tile_, y, colourParity(y));
    for (int y = 4; y < rows - 4; y++) diagonalDirection(tile_, y, colourParity(y));
    for (int y = 9; y < rows - 9; y++) oppositeAtColour(tile_, y, colourParity(y));
  }

  void store(int x0, int x1, int y0, int y1) {
    float own[kMaxWidth], other[kMaxWidth];
    for (int y = y0; y < y1; y++) {
      const int ty = y - y0 + kBorder, parity = colourParity(ty), green_parity = 1 - parity;
      std::copy_n(tile_.cfa.row(ty) + parity * kHalf, tile_.width / 2, own + parity * kHalf);
      std::copy_n(tile_.opposite.row(ty) + parity * kHalf, tile_.width / 2, other + parity * kHalf);
      rowColourAtGreen(tile_, own, ty, green_parity);
      columnColourAtGreen(tile_, other, ty, green_parity);
      const bool red_row = y % 2 == args_.red_y;
      write(red_row ? own : other, tile_.green.row(ty), red_row ? other : own,
            args_.target.data + (size_t(y) * args_.width + x0) * 3, x1 - x0);
    }
  }

  static void write(const float* red, const float* green, const float* blue, uint16_t* out, int width) {
    uint16_t rgb[3][kMaxWidth];
    const int half = (width + 1) / 2, first = kBorder / 2;
    const float* planes[3] = {red, green, blue};
    for (int c = 0; c < 3; c++) {
      for (int parity = 0; parity < 2; parity++) squareHalf(planes[c] + parity * kHalf + first, rgb[c] + parity * kHalf, half);
    }
    for (int x = 0; x < width; x++) {
      const int at = (x & 1) * kHalf + x / 2;
      for (int c = 0; c < 3; c++) out[x * 3 + c] = rgb[c][at];
    }
  }

  const DemosaicBayerArgs& args_;
  Tile tile_;
  int row_parity_ = 0;
};

}  // namespace

Status demosaicBayer(const DemosaicBayerArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const size_t pixels = size_t(std::max(0, args.width)) * std::max(0, args.height);
  if (args.width < 1 || args.height < 1 || row_begin < 0 || row_end > args.height || args.source.length < pixels ||
      args.target.length < pixels * 3 || args.black.length < 3 || args.scale.length < 3 || (args.red_x | args.red_y | 1) != 1) {
    return Status::kBadArguments;
  }
  Demosaic demosaic(args);
  for (int y = row_begin; y < row_end; y += kTileRows) {
    for (int x = 0; x < args.width; x += kTileWidth) {
      if (cancel.raised()) return Status::kCancelled;
      demosaic.run(x, std::min(args.width, x + kTileWidth), y, std::min(row_end, y + kTileRows));
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
