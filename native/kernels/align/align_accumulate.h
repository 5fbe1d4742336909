#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Columns of the tile table and of the sums: see the TypeScript reference, src/kernels/reference/align/align-accumulate.ts.
constexpr int kAlignTileColumns = 10;
constexpr int kAlignSums = 10;
constexpr int kAlignMostTileEdge = 64;

// What one Gauss-Newton step needs to know of each tile of the template: weighted sums of gradients and residuals. templ and
// blocked (1: not used): rows of template_stride; frame: rows of frame_stride, samples
// or, with spline, the coefficients of a cubic B-spline; transform: template pixel -> frame pixel, row-major
// 3 x 3; tiles: count x 10; least_square: least squared gradient of a pixel that takes part; tukey > 0; sums: count x 10,
// overwritten. Rows are tiles.
struct AlignAccumulateArgs {
  View<float> templ;
  View<uint8_t> blocked;
  int template_stride;
  View<float> frame;
  int frame_stride;
  bool spline;
  View<double> transform;
  View<int32_t> tiles;
  float least_square;
  float tukey;
  View<double> sums;
};

Status alignAccumulate(const AlignAccumulateArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
