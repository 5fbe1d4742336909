// Written by `npm run kernels` from src/kernels/declarations/light/plan-light.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

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

}  // namespace lightwell
