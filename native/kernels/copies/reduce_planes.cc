#include "../../generated/copies.h"

#include <vector>

#include "pyramid_rows.h"

namespace lightwell {

namespace {

LW_CLONES void addColumns(const uint16_t* const rows[5], int width, float* __restrict out) {
  const uint16_t *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3], *e = rows[4];
  for (int x = 0; x < width; x++) {
    out[x] = static_cast<float>((int(a[x]) + int(e[x])) + 4 * (int(b[x]) + int(d[x])) + 6 * int(c[x]));
  }
}
LW_CLONES void storeRow(const float* row, int width, float* scratch, uint16_t* __restrict out) {
  reduceRow(row, width, scratch);
  for (int x = 0; x < (width + 1) / 2; x++) out[x] = static_cast<uint16_t>(scratch[x] * (1.0f / 256.0f) + 0.5f);
}

}  // namespace

// One Gaussian pyramid step (5 x 5 binomial, reflect-101) over planes of 16-bit samples. Rows are target rows, one
// plane after the other.
Status reducePlanes(const ReducePlanesArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height;
  const int target_width = (width + 1) / 2, target_height = (height + 1) / 2;
  std::vector<float> column_sums(width), scratch(target_width);
  for (int row = row_begin; row < row_end; row++) {
    if (cancel.raised()) return Status::kCancelled;
    const int plane = row / target_height, y = row % target_height;
    const uint16_t* source = args.source.data + size_t(plane) * width * height;
    const uint16_t* rows[5];
    for (int j = 0; j < 5; j++) rows[j] = source + size_t(reflect101(2 * y + j - 2, height)) * width;
    addColumns(rows, width, column_sums.data());
    storeRow(column_sums.data(), width, scratch.data(), args.target.data + size_t(row) * target_width);
  }
  return Status::kOk;
}

}  // namespace lightwell
