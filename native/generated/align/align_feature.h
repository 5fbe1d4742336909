// Written by `npm run kernels` from src/kernels/declarations/align/align-feature.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

struct AlignFeatureArgs {
  View<uint16_t> source;
  View<float> target;
  int width;
  int height;
  int radius;
};

Status alignFeature(const AlignFeatureArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
