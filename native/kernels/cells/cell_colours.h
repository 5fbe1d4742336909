#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Colours of a small copy's cells (kCellSamples each, see deghost_shrink.h; width a row), interleaved, 65535 = 1.
struct CellColoursArgs {
  View<uint16_t> copy, target;
  int width;
};

Status cellColours(const CellColoursArgs& args, int row_begin, int row_end, CancelFlag cancel);

// The other way: colours as cells, with their luma; what is inside a cell is not known and 0.
struct ColouredCellsArgs {
  View<uint16_t> source, target;
  int width;
};

Status colouredCells(const ColouredCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

// Luma of a small copy's cells, 1 = full scale.
struct CellLumaArgs {
  View<uint16_t> copy;
  View<float> target;
  int width;
};

Status cellLuma(const CellLumaArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
