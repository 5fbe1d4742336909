// Written by `npm run kernels` from src/kernels/declarations/deghost.ts.
#pragma once
#include "../status.h"
#include "../view.h"
#include "constants.h"

namespace lightwell {

template <typename S, typename T>
struct DeghostBlendArgs {
  View<S> source;
  View<T> target;
  View<T> table;
  int white_from;
  View<uint8_t> share;
  int top;
  int width;
  int height;
  int grid_width;
  int grid_height;
  int factor;
  bool wrap_x;
};

template <typename S, typename T>
Status deghostBlend(const DeghostBlendArgs<S, T>& args, int row_begin, int row_end, CancelFlag cancel);

struct DeghostCompareArgs {
  View<uint16_t> dark;
  View<uint16_t> bright;
  View<float> up;
  View<float> down;
  View<float> tolerances;
  double slack;
  double clipping_slack;
  bool forgiving;
  View<uint8_t> inside;
  View<uint8_t> target;
  int width;
  int height;
  bool wrap_x;
};

Status deghostCompare(const DeghostCompareArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
