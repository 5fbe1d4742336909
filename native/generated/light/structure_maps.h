// Written by `npm run kernels` from src/kernels/declarations/light/structure-maps.ts.
#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct StructureMapsArgs {
  std::vector<View<uint16_t>> sources;
  std::vector<View<float>> lumas;
  std::vector<View<float>> structure;
  int width;
  int height;
  int factor;
};

Status structureMaps(const StructureMapsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
