#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Blocks of kStructureBlock x kStructureBlock cells of small copies of one size (width x height cells of kCellSamples, see deghost_shrink.h): a
// picture's and its frames'. stride: cells from a block to the next, along each axis. Rows are rows of blocks.
struct Blocks {
  View<uint16_t> copy;
  std::vector<View<uint16_t>> frames;
  int width, height, stride;
};

constexpr int kStructureBlock = 8;
// Facts of a block, before those of its frames.
enum BlockFact { kAgreement, kContradicts, kNorm, kLikest, kBlockFacts };

// What the luma of blocks says in a picture and its frames, each less its mean. facts: kBlockFacts + frames numbers a block: how far the frames agree on
// its structure, 0 to 1; whether any two that tell something (norm over telling_norm, mean over least_mean, largest value below most_peak) correlate by
// less than `contradicting`; the picture's norm, and its correlation with the likest frame; the frames' norms, 1 = full scale.
struct BlockStructureArgs : Blocks {
  View<double> facts;
  double telling_norm, least_mean, most_peak, contradicting;
};

Status blockStructure(const BlockStructureArgs& args, int row_begin, int row_end, CancelFlag cancel);

// How alike a picture is to the structure that its frames together have: their luma less its mean, each by its weight (one a block and frame), brought
// to the norm `largest` (one a block). likeness: SSIM's, 2ab / (a2 + b2), both raised by `steadying` a cell.
struct BlockLikenessArgs : Blocks {
  View<double> weights, largest, likeness;
  double steadying;
};

Status blockLikeness(const BlockLikenessArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
