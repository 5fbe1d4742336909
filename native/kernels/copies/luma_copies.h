#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Small copies of a frame, width x height x 3, in one pass over it. fine: luma (Rec. 601) of the means of factor x factor blocks (1 to
// 64), floor(width / factor) x floor(height / factor), 65535 = full scale. luma and peak (the largest channel): of blocks `coarsening`
// (1 or 2) times as wide and high, floors again, 1.0 = full scale. Incomplete blocks at the right and lower border are left out.
// Rows are those of `luma`, and one more where `fine` has a row beyond them.
template <typename T>
struct LumaCopiesArgs {
  View<T> source;
  View<uint16_t> fine;
  View<float> luma, peak;
  int width, height, factor, coarsening;
};

Status lumaCopies(const LumaCopiesArgs<uint8_t>& args, int row_begin, int row_end, CancelFlag cancel);
Status lumaCopies(const LumaCopiesArgs<uint16_t>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
