#include "../../generated/demosaic.h"

#include <algorithm>

#include "bayer_strips.h"

namespace lightwell {

using namespace bayer;

namespace {

LW_CLONES void joinColours(const uint16_t* __restrict red, const uint16_t* __restrict green, const uint16_t* __restrict blue,
                           uint16_t* __restrict out, int count) {
  for (int i = 0; i < count; i++) {
    out[3 * i] = red[i];
    out[3 * i + 1] = green[i];
    out[3 * i + 2] = blue[i];
  }
}

}  // namespace

// Bayer mosaic to linear RGB by directional interpolation of square roots of light. An output row depends on
// kDemosaicBayerBorder rows above and below. Rows are target rows.
Status demosaicBayer(const DemosaicBayerArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const BayerMosaic mosaic{args.source, args.black, args.scale, args.width, args.height, args.red_x, args.red_y};
  BayerStrips strips(mosaic);
  int32_t squares[kStripWidth];
  uint16_t colours[3][kStripWidth];
  for (int x0 = 0; x0 < args.width; x0 += kStripWidth) {
    if (cancel.raised()) return Status::kCancelled;
    const int x1 = std::min(args.width, x0 + kStripWidth);
    strips.run(x0, x1, row_begin, row_end, [&](int y, const BayerRow& row) {
      const int halves = (x1 - x0 + 1) / 2;
      for (int c = 0; c < 3; c++) {
        squareRow(row.half[c], halves, squares);
        zipRow(squares, squares + halves, halves, colours[c]);
      }
      joinColours(colours[0], colours[1], colours[2], args.target.data + (size_t(y) * args.width + x0) * 3, x1 - x0);
    });
  }
  return Status::kOk;
}

}  // namespace lightwell
