#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Detail of a picture's cells (width a row; luma in display values; fine and detail relative to it, with `offset` added) beside what its frames (lumas,
// fines, details; as many of each) show of them. specks: 1 where either lies over times_detail times the frames' most and plus_detail, else 0. grains: its
// fine detail over the least of the frames that tell the cell (luma within darkest to brightest), least_grain at least, where picture and frame
// tell it and no frame has `flat` detail; -1 elsewhere. counts: how many cells of a row are without any spread (below even_spread, display
// values) where every frame has one (over grain_spread).
struct CellDetailArgs {
  View<float> luma, fine, detail;
  std::vector<View<float>> lumas, fines, details;
  View<float> specks, grains;
  View<int32_t> counts;
  int width;
  double offset, darkest, brightest, times_detail, plus_detail, flat, least_grain, even_spread, grain_spread;
};

Status cellDetail(const CellDetailArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
