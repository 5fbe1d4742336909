// Written by `npm run kernels` from src/kernels/declarations/raw/green-ratios.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

struct GreenRatiosArgs {
  View<uint16_t> source;
  View<uint8_t> greens;
  View<double> edges;
  View<int32_t> counts;
  int width;
  int height;
  int samples;
  int channel;
  int cell_width;
  int cell_height;
  int down;
  int stride;
  double black;
  double range;
  double least;
  double most;
  double floor;
};

Status greenRatios(const GreenRatiosArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
