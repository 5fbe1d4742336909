// Written by `npm run kernels` from src/kernels/declarations/check/far-colours.ts.
#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct FarColoursArgs {
  View<float> lab;
  View<float> expected;
  std::vector<View<float>> labs;
  std::vector<View<float>> rgbs;
  std::vector<View<float>> lumas;
  View<float> distances;
  View<int32_t> far;
  View<int32_t> foreign;
  int width;
  double foreign_from;
  double least_ratio;
  double most_ratio;
  double darkest;
  double brightest;
};

Status farColours(const FarColoursArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
