#pragma once
#include <vector>

#include "../../view.h"

namespace lightwell {

// One map a frame of local variances: width x height blocks of factor x factor pixels, at the blocks' centres. Without
// maps: empty.
struct StructureMaps {
  std::vector<View<float>> maps;
  int width = 0, height = 0, factor = 0;
  bool given() const { return !maps.empty(); }
};

// Samples of the two rows that a pixel row lies between: above + (below - above) * share.
struct StructureSamples {
  const float *above, *below;
  float share;
  StructureSamples from(int x) const { return {above + x, below + x, share}; }
};

// Structure maps read linearly between the blocks' centres, constant outside the outermost, for the split rows of a
// part of a picture that begins at column `left` and row `top`. Rows of blocks are spread once and serve `factor` rows
// of pixels.
class StructureRows {
 public:
  // A half of a split row has `half_room` samples, margins included.
  StructureRows(const StructureMaps& maps, int left, int top, int half_room);

  // Row y of that part, from the first sample of the margin on.
  StructureSamples around(int frame, int y);

 private:
  const float* spread(int frame, int block_row);

  const StructureMaps& maps_;
  int top_, room_;
  // Of every sample of a row: the block before it, and its share of the way to the next.
  std::vector<int> blocks_;
  std::vector<float> shares_;
  std::vector<float> rows_;
  std::vector<int> tags_;
};

}  // namespace lightwell
