#pragma once
#include <vector>

#include "../../view.h"
#include "../../generated/demosaic.h"

namespace lightwell {

// What the steps of the X-Trans demosaic share.
namespace xtrans {

constexpr int kModels = kXtransModels;
constexpr int kFamily = kModels / 2;
constexpr int kTaps = kXtransTaps;
constexpr int kBorder = kDemosaicXtransBorder;

// A tile's row is kept as its six columns of the cell one after the other: then all neighbours at a given distance are
// contiguous, and every step runs over vectors of one place of the cell. A tile has two cells of border at either side;
// all but the outermost are computed.
constexpr int kTileCells = 46;
constexpr int kTileRows = 96;
constexpr int kComputed = kTileCells + 2;  // whole vectors of kBlock
constexpr int kBlock = 16;
constexpr int kStride = kTileCells + 10;
constexpr int kRow = 6 * kStride;

// Offsets in a tile from a place in column `px` of the first computed cell.
LW_INLINE int offsetOf(int px, int dx, int dy) {
  const int column = px + dx + 6;
  return dy * kRow + (column % 6) * kStride + column / 6 - 1;
}

struct Offsets {
  int taps[6][kTaps];
  Offsets() {
    for (int px = 0; px < 6; px++) {
      for (int i = 0; i < kTaps; i++) taps[px][i] = offsetOf(px, i % 7 - 3, i / 7 - 3);
    }
  }
};

// Squares of the models' errors at a place of the cell, `cells` of them from `at` on: out[model * kRow + cell].
void squaredErrors(const float* at, const int* offsets, const float* filters, float* out, int cells);

// Sums over five rows, weighted 1 2 3 2 1, of all models' errors.
void sumRows(const float* const* rows, float* out);

// Green where the sample is red or blue. errors: sums over rows, at the column's first computed cell; columns: the
// offsets of its five neighbours in the row.
void mixGreen(const float* at, const int* offsets, const float* filters, const float* errors, const int* columns, float* out, int cells);

}  // namespace xtrans
}  // namespace lightwell
