// Written by `npm run kernels` from src/kernels/declarations/develop/gain-table-map.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct GainTableMapArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  View<float> gains;
  View<float> forward;
  View<float> clip;
  View<float> weights;
  int width;
  int height;
  int rows;
  int columns;
  int points;
  double start_x;
  double step_x;
  double start_y;
  double step_y;
  float gamma;
  float scale;
};

Status gainTableMap(const GainTableMapArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
