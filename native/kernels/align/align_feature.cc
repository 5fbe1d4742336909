#include "../../generated/align.h"

#include <algorithm>
#include <vector>

namespace lightwell {

namespace {

LW_CLONES void sumRows(const uint16_t* const* rows, int count, int width, uint32_t* out) {
  for (int x = 0; x < width; x++) out[x] = rows[0][x];
  for (int k = 1; k < count; k++) {
    for (int x = 0; x < width; x++) out[x] += rows[k][x];
  }
}

LW_CLONES void smoothColumns(const uint16_t* above, const uint16_t* here, const uint16_t* below, int width, uint32_t* out) {
  for (int x = 0; x < width; x++) out[x] = uint32_t(above[x]) + below[x] + 2u * here[x];
}

// Integer sums are exact, so that the running sum does not depend on where it began.
void writeFeature(const uint32_t* smooth, const uint32_t* columns, int width, int radius, float* out) {
  const double area = 1.0 / (65535.0 * (2 * radius + 1) * (2 * radius + 1)), sixteenth = 1.0 / (65535.0 * 16.0);
  int64_t box = 0;
  for (int i = -radius; i <= radius; i++) box += columns[std::min(width - 1, std::max(0, i))];
  for (int x = 0; x < width; x++) {
    const uint32_t sides = smooth[std::max(0, x - 1)] + smooth[std::min(width - 1, x + 1)];
    out[x] = static_cast<float>((sides + 2u * smooth[x]) * sixteenth - double(box) * area);
    box += int64_t(columns[std::min(width - 1, x + radius + 1)]) - columns[std::max(0, x - radius)];
  }
}

}  // namespace

// Edges without slow changes of light: the smoothed source minus its mean over a window. Rows are target rows.
Status alignFeature(const AlignFeatureArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height, radius = args.radius;
  std::vector<uint32_t> smooth(width), columns(width);
  auto rowAt = [&](int y) { return args.source.data + size_t(std::min(height - 1, std::max(0, y))) * width; };
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const uint16_t* rows[2 * kMaxFeatureRadius + 1];
    for (int j = -radius; j <= radius; j++) rows[j + radius] = rowAt(y + j);
    sumRows(rows, 2 * radius + 1, width, columns.data());
    smoothColumns(rowAt(y - 1), rowAt(y), rowAt(y + 1), width, smooth.data());
    writeFeature(smooth.data(), columns.data(), width, radius, args.target.data + size_t(y) * width);
  }
  return Status::kOk;
}

}  // namespace lightwell
