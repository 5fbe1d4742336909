#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// How much more of an edge's step is finest detail in a picture's cells than in those of another (both width x height; luma and rgb, interleaved, in display
// values; fine relative to luma with `offset` added): ratios, counts[0] of them, in the order of cells. An edge is where the differences of luma across
// a cell, along rows and columns, sum up to least_step in both, and all channels of both lie between darkest and brightest. least_detail (display
// values) is added to the detail. One row.
struct EdgeDetailArgs {
  View<float> luma, rgb, fine, other_luma, other_rgb, other_fine;
  View<double> ratios;
  View<int32_t> counts;
  int width, height;
  double least_step, darkest, brightest, offset, least_detail;
};

Status edgeDetail(const EdgeDetailArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
