// Written by `npm run kernels` from src/kernels/declarations/light/plan-light.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

constexpr int kLeastStops = -16;
constexpr int kStepsPerStop = 64;
constexpr int kStopEntries = 1537;

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
