#pragma once
#include <cmath>
#include <vector>

#include "../../generated/demosaic.h"
#include "../../view.h"

namespace lightwell {

// Types and functions that the steps of the Bayer demosaic share. Values are square roots of light: noise is then the
// same at all brightnesses, and an edge's overshoot is as wide on both sides.
namespace bayer {

constexpr int kBorder = kDemosaicBayerBorder;
// A strip of columns is processed from top to bottom, with every step a few rows behind the one it depends on. All rows
// that are read again fit in a ring of kRing rows (row y + 3 of the last step needs the samples of row y - 12), and the
// rings of all planes fit in a second-level cache of 512 kB.
constexpr int kStripWidth = 384;
constexpr int kRing = 16;
constexpr int kMaxWidth = kStripWidth + 2 * kBorder;
constexpr float kEps = 1e-5f;
constexpr float kEpsSquared = 1e-10f;

// A row of a strip is stored as its even columns followed by its odd ones. The sites of one colour, and all their
// neighbours at a given distance, are then contiguous, and every step processes vectors of a single colour.
struct Plane {
  std::vector<float> data;
  Plane() : data(size_t(kMaxWidth) * kRing) {}
  float* row(int y) { return data.data() + size_t(y & (kRing - 1)) * kMaxWidth; }
};

constexpr int kHalf = kMaxWidth / 2;

// Position of the value dx columns from the i-th site of parity P: neighbour<P, dx>(row)[i].
template <int P, int DX>
LW_INLINE const float* neighbour(const float* row) {
  constexpr int column = P + DX;
  constexpr int parity = column & 1;
  return row + parity * kHalf + (column - parity) / 2;
}

// A quantity along two directions of a strip.
struct LinePair {
  Plane a, b;
};

// Energies and differences along column (a) and row (b); `slants` along the diagonals from north-west (a) and
// north-east (b). Estimated only at red and blue sites: `share` (how far green follows the row), three estimates of
// green (`sharp`, `smooth`, `blunt`), the `slope` of the site's own colour on green.
struct Strip {
  LinePair energy, difference, slants;
  Plane cfa, direction, share, sharp, smooth, blunt, green, slope, diagonal, opposite;
  int width, rows;  // with borders
};

LW_INLINE float square(float v) { return v * v; }
LW_INLINE float atLeast(float floor, float v) { return v > floor ? v : floor; }

// High-pass of order 3 along a line: zero for smooth signals, even if colours alternate.
LW_INLINE float highpass(float m3, float m2, float m1, float v, float p1, float p2, float p3) {
  return (m3 + p3) - (m1 + p1) - 3.0f * (m2 + p2) + 6.0f * v;
}

// Weighted mean of a site's direction and its neighbours' mean. The more decided one, farther from one half, has more
// weight.
LW_INLINE float decide(float own, float around) {
  const float a = square(own - 0.5f), b = square(around - 0.5f);
  return (a * own + b * around + 0.5f * kEps) / (a + b + kEps);
}

// Blends estimates from two opposite sides, each weighted by the other side's gradient.
LW_INLINE float blendSides(float grad_a, float est_a, float grad_b, float est_b) {
  return (grad_a * est_b + grad_b * est_a) / (grad_a + grad_b);
}

// The range of half-row indices whose columns, of parity P, are at least `margin` inside the strip.
struct Range {
  int begin, end;
};
template <int P>
LW_INLINE Range inside(const Strip& t, int margin) {
  return {(margin + 1 - P) / 2, (t.width - margin + 1 - P) / 2};
}

// Steps over one row of a strip. Each needs the previous steps on the rows around it (BayerStrips::step has the order).
// `parity` is that of the row's red or blue columns.
void cardinalHighpass(Strip& t, int y);
void cardinalDirection(Strip& t, int y);
void greenFromSides(Strip& t, int y, int parity);
void cardinalDifference(Strip& t, int y, int parity);
void greenFromDifferences(Strip& t, int y, int parity);
void judgeGreens(Strip& t, int y, int parity);
void diagonalHighpass(Strip& t, int y, int parity);
void diagonalDirection(Strip& t, int y, int parity);
void oppositeAtColour(Strip& t, int y, int parity);
// Colours at the green sites (`parity`) of a row: the colour sampled in this row, and the one sampled in the rows above
// and below.
void rowColourAtGreen(Strip& t, float* out_row, int y, int parity);
void columnColourAtGreen(Strip& t, float* out_row, int y, int parity);

}  // namespace bayer
}  // namespace lightwell
