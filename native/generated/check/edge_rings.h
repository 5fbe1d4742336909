// Written by `npm run kernels` from src/kernels/declarations/check/edge-rings.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../records.h"

namespace lightwell {

template <typename S>
struct EdgeRingsArgs {
  View<S> source;
  View<float> lightness;
  View<float> edges;
  View<float> rings;
  int width;
  int height;
  int columns;
  double max;
};

template <typename S>
Status edgeRings(const EdgeRingsArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
