#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Finds photosites that are stuck bright or dark; src/kernels/reference/raw/raw-defects.ts tells what the tables and numbers mean. Row y's finds
// go to found[y * slots]: how many, then the first slots - 1 of their places in the row, rising. Rows are the picture's; a row depends
// on reach_y rows above and below.
struct RawDefectsArgs {
  View<uint16_t> source;
  View<float> found, pairs, likes, probes;
  int width, height, cell_width, cell_height, reach_x, reach_y, like_count, beside, probe_length, fellows, slots;
  int black, white, floor, share;
  double noise_scale, noise_offset, sure_sigmas;
};

Status rawDefects(const RawDefectsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
