// Written by `npm run kernels` from src/kernels/declarations/check/edge-detail.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct EdgeDetailArgs {
  View<float> luma;
  View<float> rgb;
  View<float> fine;
  View<float> other_luma;
  View<float> other_rgb;
  View<float> other_fine;
  View<double> shares;
  View<double> other_shares;
  View<int32_t> counts;
  int width;
  int height;
  double least_step;
  double darkest;
  double brightest;
  double offset;
  double least_detail;
};

Status edgeDetail(const EdgeDetailArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
