#pragma once
#include "../view.h"

namespace lightwell {

// Pixels that are worked on at a time.
constexpr int kLightRun = 384;

struct LightRun {
  alignas(64) float r[kLightRun], g[kLightRun], b[kLightRun];
};

// What makes display colours of linear camera RGB; see develop_color.h.
struct DisplayLook {
  const float *matrix, *clip;
  const uint16_t* curve;
};

// Display values from 0 to 65535 of `count` pixels; green may lie between whole numbers. `light` is used up.
void displayColours(LightRun& light, int count, const DisplayLook& look, LightRun& toned);

}  // namespace lightwell
