#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// CIELAB (D65) of display sRGB, 0 to 1, both interleaved, width cells a row. Tables of kLabTableSteps + 1 entries over 0 to 1: light, linear light
// of display values; lobe, the cube root of CIELAB with its straight line near black. Values beyond 0 to 1 count as the nearest.
struct LabCellsArgs {
  View<float> rgb, lab, light, lobe;
  int width;
};

constexpr int kLabTableSteps = 4095;

Status labCells(const LabCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
