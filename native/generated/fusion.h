// Written by `npm run kernels` from src/kernels/declarations/fusion.ts.
#pragma once
#include <vector>

#include "../status.h"
#include "../view.h"
#include "constants.h"

namespace lightwell {

struct FusionCollapseArgs {
  std::vector<View<uint16_t>> levels;
  View<uint16_t> target;
  int width;
  int height;
  int depth;
};

Status fusionCollapse(const FusionCollapseArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct FusionExpandArgs {
  std::vector<EitherView> frames;
  int width;
  int height;
  int levels;
  float contrast_weight;
  float saturation_weight;
  float exposedness_weight;
  std::vector<View<uint16_t>> stored;
  View<uint16_t> result;
  View<uint16_t> target;
};

Status fusionExpand(const FusionExpandArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct FusionReduceArgs {
  std::vector<EitherView> frames;
  int width;
  int height;
  int levels;
  float contrast_weight;
  float saturation_weight;
  float exposedness_weight;
  std::vector<View<uint16_t>> targets;
};

Status fusionReduce(const FusionReduceArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
