// Written by `npm run kernels` from src/kernels/declarations/cells/cell-colours.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct CellColoursArgs {
  View<uint16_t> copy;
  View<uint16_t> target;
  int width;
};

Status cellColours(const CellColoursArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct CellLumaArgs {
  View<uint16_t> copy;
  View<float> target;
  int width;
};

Status cellLuma(const CellLumaArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct ColouredCellsArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  int width;
};

Status colouredCells(const ColouredCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
