#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Cells of a small copy (kCellSamples each, see deghost_shrink.h) brought together factor x factor (factor 1 to 64). copy: width x height
// cells; target: floor(width/factor) x floor(height/factor) cells, what deghostShrink makes of the copy's colours; spreads: for
// each of them the sum of the standard deviations of green inside the copy's cells. Rows are the target's.
struct CoarsenCellsArgs {
  View<uint16_t> copy, target;
  View<float> spreads;
  int width, height, factor;
};

Status coarsenCells(const CoarsenCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
