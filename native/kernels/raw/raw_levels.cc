#include "../../generated/raw.h"

#include <algorithm>
#include <vector>

namespace lightwell {

namespace {

LW_CLONES void levelRow(const uint16_t* __restrict in, const float* __restrict black, const float* __restrict scale, float pedestal,
                        uint16_t* __restrict out, int count) {
  for (int i = 0; i < count; i++) {
    float v = pedestal + (float(in[i]) - black[i]) * scale[i];
    v = v < 0.0f ? 0.0f : v;
    v = v > 65535.0f ? 65535.0f : v;
    out[i] = static_cast<uint16_t>(static_cast<int>(v + 0.5f));
  }
}

}  // namespace

// Scales sensor samples to a common range. Rows are the picture's.
Status rawLevels(const RawLevelsArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int count = args.width * args.samples;
  std::vector<float> black(count), scale(count);
  std::vector<uint16_t> row(count);
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const size_t cell = size_t(y % args.cell_height) * args.cell_width;
    for (int x = 0, i = 0; x < args.width; x++) {
      for (int c = 0; c < args.samples; c++, i++) {
        const size_t at = (cell + x % args.cell_width) * args.samples + c;
        black[i] = args.levels.data[at] + args.columns.data[x] + args.rows.data[y];
        scale[i] = args.scales.data[at];
      }
    }
    const uint16_t* in = args.source.data + size_t(y) * count;
    std::copy_n(in, count, row.data());
    levelRow(row.data(), black.data(), scale.data(), args.pedestal, args.target.data + size_t(y) * count, count);
  }
  return Status::kOk;
}

}  // namespace lightwell
