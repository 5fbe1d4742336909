// Written by `npm run kernels` from src/kernels/declarations/scene.ts.
#pragma once
#include "../status.h"
#include "../view.h"

namespace lightwell {

struct ConvolveArgs {
  View<uint8_t> fine;
  View<uint8_t> coarse;
  View<int8_t> weights;
  View<int32_t> bias;
  View<int32_t> factors;
  View<uint8_t> target;
  int fine_width;
  int fine_height;
  int fine_channels;
  int coarse_width;
  int coarse_height;
  int coarse_channels;
  int out_channels;
  int side;
  int stride;
  bool wrap_x;
  int shift;
  int zero;
};

Status convolve(const ConvolveArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
