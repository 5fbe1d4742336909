// Written by `npm run kernels` from src/kernels/declarations/cells/green-cells.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct GreenCellsArgs {
  View<uint16_t> copy;
  View<uint16_t> target;
  View<uint8_t> clipped;
  int width;
  int height;
  double clip_at;
};

Status greenCells(const GreenCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
