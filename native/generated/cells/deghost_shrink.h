// Written by `npm run kernels` from src/kernels/declarations/cells/deghost-shrink.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

template <typename S>
struct DeghostShrinkArgs {
  View<S> source;
  View<uint16_t> target;
  int width;
  int height;
  int factor;
};

template <typename S>
Status deghostShrink(const DeghostShrinkArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
