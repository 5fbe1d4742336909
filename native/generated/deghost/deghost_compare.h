// Written by `npm run kernels` from src/kernels/declarations/deghost/deghost-compare.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

struct DeghostCompareArgs {
  View<uint16_t> dark;
  View<uint16_t> bright;
  View<float> up;
  View<float> down;
  View<float> tolerances;
  double slack;
  double clipping_slack;
  bool forgiving;
  View<uint8_t> target;
  int width;
  int height;
  bool wrap_x;
};

Status deghostCompare(const DeghostCompareArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
