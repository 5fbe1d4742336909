#include "bayer_strips.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lightwell {

using namespace bayer;

namespace {

// Directions and the weights of four sides follow the description of RCD (ratio corrected demosaicing, Sanz Rodriguez
// 2017). Green uses differences instead of ratios, which fail near the Nyquist frequency; bayer_judge.cc decides
// between three estimates. Red and blue are local lines of green. This function loads every other sample of a row and
// takes its square root.
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

LW_CLONES void squareHalf(const float* __restrict roots, int count, int32_t* __restrict out) {
  for (int i = 0; i < count; i++) {
    float v = roots[i] * roots[i];
    v = v < 1.0f ? v : 1.0f;
    out[i] = static_cast<int32_t>(v * 65535.0f + 0.5f);
  }
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
constexpr int kFirst = 16, kSecond = 0;
#else
constexpr int kFirst = 0, kSecond = 16;
#endif

}  // namespace

void squareRow(const float* const half[2], int halves, int32_t* out) {
  squareHalf(half[0], halves, out);
  squareHalf(half[1], halves, out + halves);
}

// Two samples a word: words are in order, so that this vectorises better than interleaving samples.
LW_CLONES void zipRow(const int32_t* __restrict even, const int32_t* __restrict odd, int halves, uint16_t* __restrict out) {
  for (int i = 0; i < halves; i++) {
    const uint32_t pair = static_cast<uint32_t>(even[i]) << kFirst | static_cast<uint32_t>(odd[i]) << kSecond;
    std::memcpy(out + 2 * i, &pair, sizeof pair);
  }
}

// Strips begin at even columns, so that a strip's column has the picture's parity; `row_parity_` gives the parity of
// rows.
void BayerStrips::begin(int x0, int x1, int y0, int y1) {
  strip_.width = (x1 - x0 + 1) / 2 * 2 + 2 * kBorder;
  strip_.rows = y1 - y0 + 2 * kBorder;
  row_parity_ = (y0 - kBorder) & 1;
}

void BayerStrips::load(int x0, int y0, int y) {
  uint16_t samples[kMaxWidth];
  const uint16_t* in = mosaic_.source.data + size_t(reflect101(y0 - kBorder + y, mosaic_.height)) * mosaic_.width;
  copyMirrored(in, x0 - kBorder, samples);
  const int colour_parity = colourParity(y), colour = (y + row_parity_) % 2 == mosaic_.red_y ? 0 : 2;
  for (int parity = 0; parity < 2; parity++) {
    const int c = parity == colour_parity ? colour : 1;
    loadHalf(samples + parity, mosaic_.black.data[c], mosaic_.scale.data[c] * (1.0f / 65535.0f), strip_.cfa.row(y) + parity * kHalf,
             strip_.green.row(y) + parity * kHalf, strip_.width / 2);
  }
}

void BayerStrips::copyMirrored(const uint16_t* in, int x0, uint16_t* out) const {
  const int inside_begin = std::max(0, -x0), inside_end = std::max(inside_begin, std::min(strip_.width, mosaic_.width - x0));
  for (int x = 0; x < inside_begin; x++) out[x] = in[reflect101(x0 + x, mosaic_.width)];
  std::copy(in + x0 + inside_begin, in + x0 + inside_end, out + inside_begin);
  for (int x = inside_end; x < strip_.width; x++) out[x] = in[reflect101(x0 + x, mosaic_.width)];
}

// Loads row y of the strip; every step then processes the last row whose neighbours are available.
void BayerStrips::step(int x0, int y0, int y) {
  load(x0, y0, y);
  Strip& s = strip_;
  if (y >= 6) cardinalHighpass(s, y - 3);
  if (y >= 8) cardinalDirection(s, y - 4);
  if (y >= 10) greenFromSides(s, y - 5, colourParity(y - 5));
  if (y >= 4) cardinalDifference(s, y - 2, colourParity(y - 2));
  if (y >= 10) greenFromDifferences(s, y - 5, colourParity(y - 5));
  if (y >= 14) judgeGreens(s, y - 7, colourParity(y - 7));
  if (y >= 6) diagonalHighpass(s, y - 3, colourParity(y - 3));
  if (y >= 8) diagonalDirection(s, y - 4, colourParity(y - 4));
  if (y >= 18) oppositeAtColour(s, y - 9, colourParity(y - 9));
}

BayerRow BayerStrips::finish(int y) {
  const int parity = colourParity(y), green_parity = 1 - parity;
  rowColourAtGreen(strip_, own_, y, green_parity);
  columnColourAtGreen(strip_, other_, y, green_parity);
  const bool red_row = (y + row_parity_) % 2 == mosaic_.red_y;
  const auto place = [](const float* row, int p) { return row + p * kHalf + kBorder / 2; };
  BayerRow out;
  const int own = red_row ? 0 : 2, other = 2 - own;
  out.half[own][parity] = place(strip_.cfa.row(y), parity);
  out.half[own][green_parity] = place(own_, green_parity);
  out.half[other][parity] = place(strip_.opposite.row(y), parity);
  out.half[other][green_parity] = place(other_, green_parity);
  for (int p = 0; p < 2; p++) out.half[1][p] = place(strip_.green.row(y), p);
  return out;
}

}  // namespace lightwell
