#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Green of a small copy's cells (kCellSamples each, see deghost_shrink.h; width x height). target: its mean, 65535 = 1; clipped: 1 where the
// largest sample inside a cell is clip_at or more, else 0.
struct GreenCellsArgs {
  View<uint16_t> copy, target;
  View<uint8_t> clipped;
  int width, height;
  double clip_at;
};

Status greenCells(const GreenCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
