// Written by `npm run kernels` from src/kernels/declarations/check/count-edges.ts.
#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct CountEdgesArgs {
  View<float> picture;
  View<float> plain;
  std::vector<View<float>> frames;
  View<int32_t> counts;
  int width;
  int height;
  bool down;
  int reach;
  double least_step;
  double shown_share;
  double ramp_share;
  int least_run;
};

Status countEdges(const CountEdgesArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
