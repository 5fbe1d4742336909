#pragma once
#include "../../view.h"

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

// Pixel (x, y) of a picture is at start + x * step_x + y * step_y of another one, which may be turned.
struct Walk {
  int64_t start, step_x, step_y;
};

// Whether a walk over width x height pixels never leaves `pixels` of them.
bool walkFits(const Walk& walk, int width, int height, int64_t pixels);

// Display values from 0 to 65535 of `count` pixels; green may lie between whole numbers. `light` is used up.
void displayColours(LightRun& light, int count, const DisplayLook& look, LightRun& toned);

}  // namespace lightwell
