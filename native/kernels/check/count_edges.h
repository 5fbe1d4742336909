#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Straight edges of a picture's log brightness (width x height) beside a plain picture's, which none of the frames shows (all of the same size). A
// step is from the cell before to the cell after, along rows or columns (down); mean over 2 reach + 1 neighbouring lines. It counts where it
// differs from the plain one by least_step and more, neither the plain picture nor a frame has shown_share of that, the steps two cells beside have no
// more than ramp_share of it, and the two next to it no more than it. counts[0]: how many. One row.
struct CountEdgesArgs {
  View<float> picture, plain;
  std::vector<View<float>> frames;
  View<int32_t> counts;
  int width, height, down, reach;
  double least_step, shown_share, ramp_share;
};

Status countEdges(const CountEdgesArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
