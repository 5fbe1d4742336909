#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// How much structure frames show: of each of `sources` (luma, 65535 = full scale, width x height) the means over blocks of
// factor x factor, cut at the right and lower border (lumas, 1.0 = full scale), and the variance of those in windows of 3 x 3 blocks,
// cut at the borders (structure). Rows are rows of blocks.
struct StructureMapsArgs {
  std::vector<View<uint16_t>> sources;
  std::vector<View<float>> lumas, structure;
  int width, height, factor;
};

Status structureMaps(const StructureMapsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
