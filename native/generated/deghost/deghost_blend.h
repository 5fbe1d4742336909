// Written by `npm run kernels` from src/kernels/declarations/deghost/deghost-blend.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

template <typename S, typename T>
struct DeghostBlendArgs {
  View<S> source;
  View<T> target;
  View<T> table;
  int white_from;
  View<uint8_t> share;
  int width;
  int height;
  int grid_width;
  int grid_height;
  int factor;
  bool wrap_x;
};

template <typename S, typename T>
Status deghostBlend(const DeghostBlendArgs<S, T>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
