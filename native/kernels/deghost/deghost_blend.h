#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// target += share * (table[source] - target), in place. source, target: width x height x 3, 8 or 16 bits, not the same memory;
// table: what every source sample becomes, for red, then green, then blue (3 x 256 or 3 x 65536 entries of the target's depth);
// source samples of white_from (below full scale) or more are lower bounds: a target pixel that agrees stays as it is, where none does
// and all three are bounds, the result goes over to white (src/kernels/reference/deghost/deghost-blend.ts tells the whole);
// share: grid_width x grid_height cells, factor pixels apart, 255 = the source alone, interpolated between the cells' centres,
// constant outside, around the edge with wrap_x (width >= factor). Where the share is 0 nothing is written. Rows are the picture's.
template <typename S, typename T>
struct DeghostBlendArgs {
  View<S> source;
  View<T> target;
  View<T> table;
  View<uint8_t> share;
  int white_from, width, height, grid_width, grid_height, factor;
  bool wrap_x;
};

Status deghostBlend(const DeghostBlendArgs<uint8_t, uint8_t>& args, int row_begin, int row_end, CancelFlag cancel);
Status deghostBlend(const DeghostBlendArgs<uint8_t, uint16_t>& args, int row_begin, int row_end, CancelFlag cancel);
Status deghostBlend(const DeghostBlendArgs<uint16_t, uint8_t>& args, int row_begin, int row_end, CancelFlag cancel);
Status deghostBlend(const DeghostBlendArgs<uint16_t, uint16_t>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
