// Written by `npm run kernels` from src/kernels/declarations/check/cell-detail.ts.
#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct CellDetailArgs {
  View<float> luma;
  View<float> fine;
  View<float> detail;
  std::vector<View<float>> lumas;
  std::vector<View<float>> fines;
  std::vector<View<float>> details;
  View<float> specks;
  View<float> grains;
  View<int32_t> counts;
  int width;
  double offset;
  double darkest;
  double brightest;
  double times_detail;
  double plus_detail;
  double flat;
  double least_grain;
  double even_spread;
  double grain_spread;
};

Status cellDetail(const CellDetailArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
