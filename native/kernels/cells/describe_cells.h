#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// What a check reads of cells (kCellSamples each, see deghost_shrink.h; width a row) and of the sums of deviations inside them (spreads, brought to
// 1 = full scale by per_sample). rgb (interleaved), luma: display values 0 to 1; detail: the deviation of green inside the cell over
// luma; fine: the spread over luma. Both divide by luma + offset.
struct DescribeCellsArgs {
  View<uint16_t> cells;
  View<float> spreads, rgb, luma, detail, fine;
  int width;
  double per_sample, offset;
};

Status describeCells(const DescribeCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
