#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// How far two frames contradict each other: 0 to 255 a cell, 32 = just tolerated. dark, bright: width x height cells as
// deghostShrink writes them; up, down: display values of the darker frame to the brighter and back, 4 tables (red, green, blue,
// luma) of 1025 entries; tolerances: 4 x 16, by level of the brighter frame;
// slack: cells; clipping_slack: deviations inside a cell.
// src/kernels/reference/deghost/deghost-compare.ts tells the whole.
struct DeghostCompareArgs {
  View<uint16_t> dark, bright;
  View<float> up, down, tolerances;
  View<uint8_t> target;
  double slack, clipping_slack;
  int width, height;
  bool wrap_x, forgiving;
};

Status deghostCompare(const DeghostCompareArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
