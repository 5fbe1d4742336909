// Written by `npm run kernels` from src/kernels/declarations/develop/develop-bayer.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

template <typename T>
struct DevelopBayerArgs {
  View<uint16_t> source;
  View<T> target;
  View<float> black;
  View<float> scale;
  View<uint16_t> curve;
  View<float> matrix;
  View<float> clip;
  int width;
  int height;
  int red_x;
  int red_y;
  int left;
  int top;
  int crop_width;
  int crop_height;
  int64_t start;
  int64_t step_x;
  int64_t step_y;
};

template <typename T>
Status developBayer(const DevelopBayerArgs<T>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
