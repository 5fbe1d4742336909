#pragma once
#include <vector>

#include "../../view.h"
#include "../../generated/demosaic.h"

namespace lightwell {

// Types and functions that the steps of the X-Trans demosaic share.
namespace xtrans {

constexpr int kModels = kXtransModels;
constexpr int kFamily = kModels / 2;
constexpr int kTaps = kXtransTaps;
constexpr int kBorder = kDemosaicXtransBorder;

// A row of a tile is stored as its six columns of the cell, one after the other. All neighbours at a given distance are
// then contiguous, and every step processes vectors of a single position of the cell. A tile has two cells of border on
// either side; all but the outermost are computed.
constexpr int kTileCells = 46;
constexpr int kTileRows = 96;
constexpr int kComputed = kTileCells + 2;  // whole vectors of kBlock
constexpr int kBlock = 16;
constexpr int kStride = kTileCells + 10;
constexpr int kRow = 6 * kStride;

// Offsets in a tile from a pixel in column `px` of the first computed cell.
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

// Squared errors of the models at one position of the cell, for `cells` cells from `at` on: out[model * kRow + cell].
void squaredErrors(const float* at, const int* offsets, const float* filters, float* out, int cells);

// Sums of all models' errors over five rows, with weights 1 2 3 2 1.
void sumRows(const float* const* rows, float* out);

// Green at red and blue photosites. errors: sums over rows, at the column's first computed cell; columns: offsets of
// its five neighbours in the row.
void mixGreen(const float* at, const int* offsets, const float* filters, const float* errors, const int* columns, float* out, int cells);

}  // namespace xtrans
}  // namespace lightwell
