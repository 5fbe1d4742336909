// Written by `npm run kernels` from src/kernels/declarations/cells/coarsen-cells.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct CoarsenCellsArgs {
  View<uint16_t> copy;
  View<uint16_t> target;
  View<float> spreads;
  int width;
  int height;
  int factor;
};

Status coarsenCells(const CoarsenCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
