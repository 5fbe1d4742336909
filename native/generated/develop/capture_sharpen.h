// Written by `npm run kernels` from src/kernels/declarations/develop/capture-sharpen.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

template <typename S>
struct CaptureSharpenArgs {
  View<S> source;
  View<S> target;
  View<float> noise;
  int width;
  int height;
  float beside;
  float second;
  float third;
};

template <typename S>
Status captureSharpen(const CaptureSharpenArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
