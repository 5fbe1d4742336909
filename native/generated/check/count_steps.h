// Written by `npm run kernels` from src/kernels/declarations/check/count-steps.ts.
#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct CountStepsArgs {
  View<float> picture;
  std::vector<View<float>> frames;
  View<int32_t> reversed;
  View<int32_t> grown;
  int width;
  int height;
  int apart;
  double least_step;
  double plain_step;
  double grown_by;
  double grown_step;
};

Status countSteps(const CountStepsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
