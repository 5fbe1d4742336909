#pragma once
#include "../status.h"
#include "../view.h"

namespace lightwell {

// X-Trans mosaic to linear RGB: green along the direction of less variation, red and blue by colour differences weighted with nearness in
// place and in green. source: width x height, one sample a photosite; pattern: 36 colours (0 red, 1 green, 2 blue) of the 6 x 6 cell
// that begins at the origin; every row and column of the cell must hold a green within three places of any of its places, and every
// 5 x 5 window both other colours. Every sample becomes (v - black[c]) * scale[c], clamped to [0, 65535]. target: width x height x 3,
// interleaved. Beyond the borders the picture repeats shifted by whole cells. An output row depends on kDemosaicXtransBorder
// rows above and below. Rows are the target's.
struct DemosaicXtransArgs {
  View<uint16_t> source, target;
  View<uint8_t> pattern;
  View<float> black, scale;
  int width, height;
};

constexpr int kDemosaicXtransBorder = 12;

Status demosaicXtrans(const DemosaicXtransArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
