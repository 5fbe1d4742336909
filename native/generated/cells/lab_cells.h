// Written by `npm run kernels` from src/kernels/declarations/cells/lab-cells.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

struct LabCellsArgs {
  View<float> rgb;
  View<float> lab;
  View<float> light;
  View<float> lobe;
  int width;
};

Status labCells(const LabCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
