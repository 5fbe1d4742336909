// Written by `npm run kernels` from src/kernels/declarations/copies/shrink.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

template <typename S>
struct ShrinkArgs {
  View<S> source;
  View<float> target;
  int width;
  int height;
  int channels;
  int factor;
};

template <typename S>
Status shrink(const ShrinkArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
