#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Area average over factor x factor blocks (factor 1 to 64). source: width x height x channels (1 to 4), 8 or 16 bits;
// target: floor(width/factor) x floor(height/factor) x channels, 1.0 = full scale. Rows are the target's.
template <typename T>
struct ShrinkArgs {
  View<T> source;
  View<float> target;
  int width, height, channels, factor;
};

Status shrink(const ShrinkArgs<uint8_t>& args, int row_begin, int row_end, CancelFlag cancel);
Status shrink(const ShrinkArgs<uint16_t>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
