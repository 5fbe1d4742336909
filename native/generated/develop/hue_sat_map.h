// Written by `npm run kernels` from src/kernels/declarations/develop/hue-sat-map.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct HueSatMapArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  View<float> table;
  View<float> forward;
  View<float> backward;
  View<float> clip;
  int width;
  int height;
  int hues;
  int saturations;
  int values;
  bool encoded;
};

Status hueSatMap(const HueSatMapArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
