// Written by `npm run kernels` from src/kernels/declarations/raw/raw-levels.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct RawLevelsArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  View<float> levels;
  View<float> scales;
  View<float> columns;
  View<float> rows;
  int width;
  int height;
  int samples;
  int cell_width;
  int cell_height;
  float pedestal;
};

Status rawLevels(const RawLevelsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
