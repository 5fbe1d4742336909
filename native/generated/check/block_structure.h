// Written by `npm run kernels` from src/kernels/declarations/check/block-structure.ts.
#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

struct BlockLikenessArgs {
  View<uint16_t> copy;
  std::vector<View<uint16_t>> frames;
  int width;
  int height;
  int stride;
  View<double> weights;
  View<double> largest;
  View<double> likeness;
  double steadying;
};

Status blockLikeness(const BlockLikenessArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct BlockStructureArgs {
  View<uint16_t> copy;
  std::vector<View<uint16_t>> frames;
  int width;
  int height;
  int stride;
  View<double> facts;
  double telling_norm;
  double least_mean;
  double most_peak;
  double contradicting;
};

Status blockStructure(const BlockStructureArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
