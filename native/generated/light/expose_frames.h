// Written by `npm run kernels` from src/kernels/declarations/light/expose-frames.ts.
#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

struct ExposeFramesArgs {
  std::vector<EitherView> frames;
  View<float> stops;
  View<float> log_light;
  View<float> trust;
  View<float> display;
  View<float> tone;
  View<float> shown;
  View<float> base;
  View<float> curves;
  View<uint16_t> target;
  int width;
  int height;
  int base_width;
  int base_height;
  int base_factor;
  int grid_width;
  int grid_height;
  int grid_depth;
  float grid_px;
  float first_bin;
  float bin_stops;
  float knee;
  float highlights;
  float detail;
};

Status exposeFrames(const ExposeFramesArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
