#pragma once
#include "../../view.h"

namespace lightwell {

// Number of pixels processed at a time.
constexpr int kLightRun = 384;

struct LightRun {
  alignas(64) float r[kLightRun], g[kLightRun], b[kLightRun];
};

// What converts linear camera RGB to display colours; see develop_color.cc.
struct DisplayLook {
  const float *matrix, *clip;
  const uint16_t* curve;
};

// Pixel (x, y) of a picture is at start + x * step_x + y * step_y of another one, which can be turned.
struct Walk {
  int64_t start, step_x, step_y;
};

// Whether a walk over width x height pixels stays within `pixels` of them.
bool walkFits(const Walk& walk, int width, int height, int64_t pixels);

// Display values of `count` pixels, 0 to 65535; green can be fractional. `light` is overwritten.
void displayColours(LightRun& light, int count, const DisplayLook& look, LightRun& toned);

}  // namespace lightwell
