// Written by `npm run kernels` from src/kernels/declarations/light.ts.
#pragma once
#include <vector>

#include "../status.h"
#include "../view.h"
#include "constants.h"

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

struct GuidedFilterArgs {
  View<float> guide;
  View<float> planes;
  View<float> coefficients;
  int width;
  int height;
  int radius;
  double epsilon;
};

Status guidedFilter(const GuidedFilterArgs& args, int row_begin, int row_end, CancelFlag cancel);

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

struct PlanLightArgs {
  View<float> light;
  View<float> exposures;
  View<float> priors;
  View<float> display;
  View<float> planned;
  int count;
  int width;
  int height;
  float texture;
};

Status planLight(const PlanLightArgs& args, int row_begin, int row_end, CancelFlag cancel);

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
