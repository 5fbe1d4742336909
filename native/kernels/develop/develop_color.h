#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Linear camera RGB (white-balanced: equal channels are neutral) to display RGB, per pixel: clipped channels are rebuilt from the others,
// then a 3 x 3 matrix (row-major, into the curve's 0 to 65535) and the curve (65536 entries, rising), which leaves blues blue. clip[c] is where channel c of the source
// clips. The target's pixel (x, y) comes from the source's pixel start + x * step_x + y * step_y, so that turning costs no pass of
// its own; source and target may be one when nothing turns. Interleaved, 16 bits, 3 channels. Rows are the target's.
struct DevelopColorArgs {
  View<uint16_t> source, target, curve;
  View<float> matrix, clip;
  int width, height;  // of the target
  int64_t start, step_x, step_y;
};

Status developColor(const DevelopColorArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
