#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Bayer mosaic to display RGB in one go, for pictures that nothing else is done to in between: as demosaicBayer, then developColor, then, for a target of
// 8 bits, narrow; the bytes are theirs. Of the two targets one has a length. Pixel (x, y) of the crop, which begins at (left, top) of the
// mosaic, goes to the target's pixel start + x * step_x + y * step_y. Rows are the crop's.
struct DevelopBayerArgs {
  View<uint16_t> source;
  View<uint16_t> target16;
  View<uint8_t> target8;
  View<float> black, scale;
  View<uint16_t> curve;
  View<float> matrix, clip;
  int width, height, red_x, red_y;  // of the mosaic
  int left, top, crop_width, crop_height;
  int64_t start, step_x, step_y;
};

Status developBayer(const DevelopBayerArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
