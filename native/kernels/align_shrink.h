#pragma once
#include "../status.h"
#include "../view.h"

namespace lightwell {

// Area average of one channel over factor x factor blocks (factor 1 to 64). source: width x height x channels (1 to 4), 8 or 16
// bits; mean and clipped: floor(width/factor) x floor(height/factor), mean with 65535 = full scale, clipped 1 where a sample of
// the block reaches clip_at (in units of source), else 0. Rows are the target's.
template <typename T>
struct AlignShrinkArgs {
  View<T> source;
  View<uint16_t> mean;
  View<uint8_t> clipped;
  int width, height, channels, channel, factor, clip_at;
};

Status alignShrink(const AlignShrinkArgs<uint8_t>& args, int row_begin, int row_end, CancelFlag cancel);
Status alignShrink(const AlignShrinkArgs<uint16_t>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
