#pragma once
#include <cmath>
#include <vector>

#include "../view.h"
#include "demosaic_bayer.h"

namespace lightwell {

// What the steps of the Bayer demosaic share. Tiles are small enough for their planes to stay in a second-level cache of 2 MB. Values are
// square roots of light: there noise is alike at all brightnesses, and an edge's overshoot is as wide on both of its sides.
namespace bayer {

constexpr int kBorder = kDemosaicBayerBorder;
constexpr int kTileWidth = 256;
constexpr int kTileRows = 96;
constexpr int kMaxWidth = kTileWidth + 2 * kBorder;
constexpr int kMaxRows = kTileRows + 2 * kBorder;
constexpr float kEps = 1e-5f;
constexpr float kEpsSquared = 1e-10f;

// A row of a tile is kept as its even columns followed by its odd ones: then the sites of one colour, and all their neighbours at
// a given distance, are contiguous, and every step runs over vectors of one colour only.
struct Plane {
  std::vector<float> data;
  Plane() : data(size_t(kMaxWidth) * kMaxRows) {}
  float* row(int y) { return data.data() + size_t(y) * kMaxWidth; }
};

constexpr int kHalf = kMaxWidth / 2;

// Where the value dx columns beside the i-th site of parity P stands: neighbour<P, dx>(row)[i].
template <int P, int DX>
LW_INLINE const float* neighbour(const float* row) {
  constexpr int column = P + DX;
  constexpr int parity = column & 1;
  return row + parity * kHalf + (column - parity) / 2;
}

// `vertical` and `horizontal` hold one quantity along each of two lines, for the step that comes next. What is estimated at red and blue sites only:
// `share` (how far green follows the row), three greens (`sharp`, `smooth`, `blunt`), the `slope` of the site's own colour on green.
struct Tile {
  Plane cfa, vertical, horizontal, direction, share, sharp, smooth, blunt, green, slope, diagonal, opposite;
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

// The range of half-row indices whose columns, of parity P, are at least `margin` inside the tile.
struct Range {
  int begin, end;
};
template <int P>
LW_INLINE Range inside(const Tile& t, int margin) {
  return {(margin + 1 - P) / 2, (t.width - margin + 1 - P) / 2};
}

// Steps over one row of a tile; each needs its predecessors on the rows around (the order of Demosaic::interpolate).
// `parity` is that of the row's red or blue columns.
void cardinalHighpass(Tile& t, int y);
void cardinalDirection(Tile& t, int y);
void greenFromSides(Tile& t, int y, int parity);
void cardinalDifference(Tile& t, int y, int parity);
void greenFromDifferences(Tile& t, int y, int parity);
void judgeGreens(Tile& t, int y, int parity);
void diagonalHighpass(Tile& t, int y, int parity);
void diagonalDirection(Tile& t, int y, int parity);
void oppositeAtColour(Tile& t, int y, int parity);
// At the green sites (`parity`) of a row: the colour whose samples stand in this row, and the one whose samples stand in the rows around.
void rowColourAtGreen(Tile& t, float* out_row, int y, int parity);
void columnColourAtGreen(Tile& t, float* out_row, int y, int parity);

}  // namespace bayer
}  // namespace lightwell
