// Written by `npm run kernels` from src/kernels/declarations/check/find-edges.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../constants.h"
#include "../records.h"

namespace lightwell {

template <typename S>
struct FindEdgesArgs {
  View<S> source;
  View<float> lightness;
  View<float> edges;
  int width;
  int height;
  int block_px;
  int spacing;
  double max;
  double least_slope;
  double least_step;
  double most_spread;
  double darkest;
  double brightest;
};

template <typename S>
Status findEdges(const FindEdgesArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
