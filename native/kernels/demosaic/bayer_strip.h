#pragma once
#include <cmath>
#include <vector>

#include "../../generated/demosaic.h"
#include "../../view.h"

namespace lightwell {

// What the steps of the Bayer demosaic share. Values are square roots of light: there noise is alike at all
// brightnesses, and an edge's overshoot is as wide on both of its sides.
namespace bayer {

constexpr int kBorder = kDemosaicBayerBorder;
// A strip of columns is walked from top to bottom, every step a few rows behind the one it builds on. What is ever
// looked back at fits a ring of kRing rows (row y + 3 of the last step needs the samples of row y - 12), and all
// planes' rings a second-level cache of 512 kB.
constexpr int kStripWidth = 384;
constexpr int kRing = 16;
constexpr int kMaxWidth = kStripWidth + 2 * kBorder;
constexpr float kEps = 1e-5f;
constexpr float kEpsSquared = 1e-10f;

// A row of a strip is kept as its even columns followed by its odd ones: then the sites of one colour, and all their
// neighbours at a given distance, are contiguous, and every step runs over vectors of one colour only.
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

// One quantity along two lines of a strip.
struct LinePair {
  Plane a, b;
};

// Energies and differences along column (a) and row (b); `slants` along the diagonals from north-west (a) and
// north-east (b). What is estimated at red and blue sites only: `share` (how far green follows the row), three greens
// (`sharp`, `smooth`, `blunt`), the `slope` of the site's own colour on green.
struct Strip {
  LinePair energy, difference, slants;
  Plane cfa, direction, share, sharp, smooth, blunt, green, slope, diagonal, opposite;
  int width, rows;  // with borders
};

LW_INLINE float square(float v) { return v * v; }
LW_INLINE float atLeast(float floor, float v) { return v > floor ? v : floor; }

// High-pass of order 3 along a line: zero on the smooth, also where colours alternate.
LW_INLINE float highpass(float m3, float m2, float m1, float v, float p1, float p2, float p3) {
  return (m3 + p3) - (m1 + p1) - 3.0f * (m2 + p2) + 6.0f * v;
}

// Whichever of a site's own direction and its neighbours' mean is more decided (further from one half) counts more.
LW_INLINE float decide(float own, float around) {
  const float a = square(own - 0.5f), b = square(around - 0.5f);
  return (a * own + b * around + 0.5f * kEps) / (a + b + kEps);
}

// Estimates from two opposite sides, each weighted with the other side's gradient.
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

// Steps over one row of a strip; each needs its predecessors on the rows around (the order of BayerStrips::step).
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
// At the green sites (`parity`) of a row: the colour whose samples are in this row, and the one whose samples are
// in the rows around.
void rowColourAtGreen(Strip& t, float* out_row, int y, int parity);
void columnColourAtGreen(Strip& t, float* out_row, int y, int parity);

}  // namespace bayer
}  // namespace lightwell
