// Written by `npm run kernels` from src/kernels/declarations/light/light-cells.ts.
#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

struct LightCellsArgs {
  std::vector<View<uint16_t>> lumas;
  View<float> stops;
  View<float> log_light;
  View<float> trust;
  View<float> light;
  int width;
  int height;
  int factor;
};

Status lightCells(const LightCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
