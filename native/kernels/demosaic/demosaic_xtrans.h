#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// X-Trans mosaic to linear RGB, on square roots of light. Green at red and blue places is the mean of kXtransModels linear estimates from the
// 7 x 7 samples around, each right for another kind of picture and weighted with how well its kind foretells the samples nearby; red and
// blue follow by colour differences weighted with nearness in place and in green.
// source: width x height, one sample a photosite; pattern: 36 colours (0 red, 1 green, 2 blue) of the 6 x 6 cell that begins at the
// origin; every 5 x 5 window must hold red and blue. filters: for each place of the cell, row by row, two tables of 49 samples
// (dy = -3..3, then dx = -3..3) x kXtransModels: of each model's error at the sample in the middle as foretold by the others, over its usual
// size; and of its estimate of green there (not read at green places). The first half of the models is one family, the second the other.
// Every sample becomes (v - black[c]) * scale[c], clamped to [0, 65535]. target: width x height x 3, interleaved. Beyond the borders the
// picture repeats shifted by whole cells. An output row depends on kDemosaicXtransBorder rows above and below. Rows are the target's.
struct DemosaicXtransArgs {
  View<uint16_t> source, target;
  View<uint8_t> pattern;
  View<float> filters, black, scale;
  int width, height;
};

constexpr int kDemosaicXtransBorder = 7;
constexpr int kXtransModels = 10;
constexpr int kXtransTaps = 49;

Status demosaicXtrans(const DemosaicXtransArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
