#pragma once
#include "../status.h"
#include "../view.h"

namespace lightwell {

constexpr int kAlignHistogramBins = 128;
// JtWJ (8 x 8), JtWr (8), sum t^2, sum f^2, sum t f, histogram of |r|.
constexpr int kAlignSumsPerBlock = 75 + kAlignHistogramBins;

// Normal equations of one inverse-compositional Gauss-Newton step for a homography, with Tukey weights. template, frame and
// blocked (1: not used): width x height; transform: template pixel -> frame pixel (row-major 3 x 3); open: tiles of tile^2 px, 0
// for one that adds to tileSums alone; leastSquare: least squared gradient of a pixel that takes part; marginPx at least 2; sums: tilesY x 203
// and tileSums: tilesY x tilesX x {sum t^2, sum t f, count}, overwritten. Rows are rows of tiles. The
// formulas stand at the TypeScript reference, src/kernels/reference/align-accumulate.ts.
struct AlignAccumulateArgs {
  View<float> templ;
  View<uint8_t> blocked;
  View<float> frame;
  int width, height;
  View<double> transform;
  int tile;
  View<uint8_t> open;
  float least_square;
  int margin;
  double tukey;
  View<double> sums, tile_sums;
};

Status alignAccumulate(const AlignAccumulateArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
