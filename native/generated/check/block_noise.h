// Written by `npm run kernels` from src/kernels/declarations/check/block-noise.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

template <typename S>
struct BlockNoiseArgs {
  View<S> source;
  View<double> tones;
  View<double> deviations;
  int width;
  int height;
  int channels;
  int channel;
  int step;
  double max;
  double brightest;
};

template <typename S>
Status blockNoise(const BlockNoiseArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
