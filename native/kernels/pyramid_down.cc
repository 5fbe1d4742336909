#include "pyramid_down.h"

#include <vector>

namespace lightwell {

namespace {

// Vertical pass first: five source rows into one, contiguous over the whole row, so that it vectorises for any channel count.
LW_CLONES void filterVertically(const float* const rows[5], int samples, float* out) {
  const float *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3], *e = rows[4];
  for (int i = 0; i < samples; i++) out[i] = (a[i] + e[i]) + 4.0f * (b[i] + d[i]) + 6.0f * c[i];
}

LW_CLONES void filterHorizontally(const float* row, int width, int channels, float* out) {
  const int target_width = (width + 1) / 2;
  auto at = [&](int x, int c) { return row[reflect101(x, width) * channels + c]; };
  auto edge = [&](int x) {
    for (int c = 0; c < channels; c++) {
      out[x * channels + c] = ((at(2 * x - 2, c) + at(2 * x + 2, c)) + 4.0f * (at(2 * x - 1, c) + at(2 * x + 1, c)) +
                               6.0f * at(2 * x, c)) * (1.0f / 256.0f);
    }
  };
  const int inner_end = (width - 3) / 2;  // last x whose right neighbour 2x + 2 is inside
  edge(0);
  int x = 1;
  for (; x <= inner_end; x++) {
    const float* p = row + (2 * x - 2) * channels;
    for (int c = 0; c < channels; c++) {
      out[x * channels + c] = ((p[c] + p[4 * channels + c]) + 4.0f * (p[channels + c] + p[3 * channels + c]) +
                               6.0f * p[2 * channels + c]) * (1.0f / 256.0f);
    }
  }
  for (; x < target_width; x++) edge(x);
}

}  // namespace

Status pyramidDown(const PyramidDownArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int samples = args.width * args.channels;
  const int target_width = (args.width + 1) / 2;
  const int target_height = (args.height + 1) / 2;
  if (row_begin < 0 || row_end > target_height || args.source.length < size_t(samples) * args.height ||
      args.target.length < size_t(target_width) * args.channels * target_height) {
    return Status::kBadArguments;
  }
  std::vector<float> vertical(samples);
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const float* rows[5];
    for (int j = 0; j < 5; j++) rows[j] = args.source.data + size_t(reflect101(2 * y + j - 2, args.height)) * samples;
    filterVertically(rows, samples, vertical.data());
    filterHorizontally(vertical.data(), args.width, args.channels, args.target.data + size_t(y) * target_width * args.channels);
  }
  return Status::kOk;
}

}  // namespace lightwell
