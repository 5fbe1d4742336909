// Written by `npm run kernels` from src/kernels/declarations/copies/luma-copies.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

template <typename S>
struct LumaCopiesArgs {
  View<S> source;
  View<uint16_t> fine;
  View<float> luma;
  View<float> peak;
  int width;
  int height;
  int factor;
  int coarsening;
};

template <typename S>
Status lumaCopies(const LumaCopiesArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
