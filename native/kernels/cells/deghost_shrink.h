#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Root mean squares over factor x factor blocks (factor 1 to 64). source: width x height x 3, 8 bits or 16 (of which 12 count);
// target: floor(width/factor) x floor(height/factor) cells of kCellSamples, 65535 = 1: red, green, blue, luma, standard deviation
// of green; and the largest green sample. Rows are the target's.
template <typename T>
struct DeghostShrinkArgs {
  View<T> source;
  View<uint16_t> target;
  int width, height, factor;
};

constexpr int kCellSamples = 6;

Status deghostShrink(const DeghostShrinkArgs<uint8_t>& args, int row_begin, int row_end, CancelFlag cancel);
Status deghostShrink(const DeghostShrinkArgs<uint16_t>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
