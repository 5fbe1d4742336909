// Written by `npm run kernels` from src/kernels/declarations/check/rough-rows.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

template <typename S>
struct RoughRowsArgs {
  View<S> source;
  View<int32_t> found;
  int width;
  int height;
  int lag;
  int row_lag;
  int step;
  int stride;
  int far;
  int near;
};

template <typename S>
Status roughRows(const RoughRowsArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
