// Written by `npm run kernels` from src/kernels/declarations/cells/describe-cells.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct DescribeCellsArgs {
  View<uint16_t> cells;
  View<float> spreads;
  View<float> rgb;
  View<float> luma;
  View<float> detail;
  View<float> fine;
  int width;
  double per_sample;
  double offset;
};

Status describeCells(const DescribeCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
