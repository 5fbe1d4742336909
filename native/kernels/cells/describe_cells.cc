#include "../../generated/cells.h"


namespace lightwell {

namespace {

constexpr int kLuma = 3, kSpread = 4;
constexpr double kFull = 65535.0;

void describe(const DescribeCellsArgs& args, size_t cell) {
  const uint16_t* from = args.cells.data + cell * kCellSamples;
  const double value = from[kLuma] / kFull;
  args.luma.data[cell] = static_cast<float>(value);
  args.detail.data[cell] = static_cast<float>(from[kSpread] / kFull / (value + args.offset));
  args.fine.data[cell] = static_cast<float>((double(args.spreads.data[cell]) * args.per_sample) / (value + args.offset));
  for (int c = 0; c < 3; c++) args.rgb.data[3 * cell + c] = static_cast<float>(from[c] / kFull);
}

}  // namespace

// Colour, luma and detail of coarsened cells. Rows are rows of cells.
Status describeCells(const DescribeCellsArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    for (int x = 0; x < width; x++) describe(args, size_t(y) * width + x);
  }
  return Status::kOk;
}

}  // namespace lightwell
