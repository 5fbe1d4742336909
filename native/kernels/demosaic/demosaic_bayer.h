#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Bayer mosaic to linear RGB by directional interpolation of square roots of light. source: width x height, one sample a photosite; red stands where
// x % 2 == red_x and y % 2 == red_y, blue on the other diagonal place. Every sample becomes (v - black[c]) * scale[c], clamped to [0, 65535].
// target: width x height x 3, interleaved. Mirrored borders (reflect-101 keeps the colours' places). An output row depends on
// kDemosaicBayerBorder rows above and below. Rows are the target's.
struct DemosaicBayerArgs {
  View<uint16_t> source, target;
  View<float> black, scale;
  int width, height, red_x, red_y;
};

constexpr int kDemosaicBayerBorder = 12;

Status demosaicBayer(const DemosaicBayerArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
