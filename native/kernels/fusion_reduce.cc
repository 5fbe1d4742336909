#include "fusion_reduce.h"

#include "pyramid_rows.h"

namespace lightwell {

namespace {

LW_CLONES void storeReduced(const float* const rows[5], int width, float* scratch, uint16_t* __restrict out) {
  reduceColumns(rows, width, scratch);
  for (int x = 0; x < width; x++) out[x] = static_cast<uint16_t>(scratch[x] * 65535.0f + 0.5f);
}
LW_CLONES void reduceRowClone(const float* row, int width, float* out) { reduceRow(row, width, out); }

}  // namespace

Status fusionReduce(const FusionReduceArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  constexpr int kRing = 8;
  FusionRows rows(args.frames, args.width, args.height, args.weights);
  const int half_width = rows.levelOneWidth(), half_height = rows.levelOneHeight();
  const int width = (half_width + 1) / 2, height = (half_height + 1) / 2, frames = rows.frames();
  if (row_begin < 0 || row_end > height || args.targets.size() != args.frames.size()) return Status::kBadArguments;
  for (const auto& target : args.targets) {
    if (target.length < size_t(width) * height * 4) return Status::kBadArguments;
  }
  std::vector<float> ring(size_t(frames) * 4 * kRing * width), scratch(width);
  int tags[kRing];
  for (int& tag : tags) tag = -1;
  const auto ringRow = [&](int i, int plane, int y) { return &ring[((size_t(i) * 4 + plane) * kRing + y % kRing) * width]; };
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    int source[5];
    for (int j = 0; j < 5; j++) {
      const int k = source[j] = reflect101(2 * y + j - 2, half_height);
      if (tags[k % kRing] == k) continue;
      tags[k % kRing] = k;
      for (int i = 0; i < frames; i++) {
        for (int plane = 0; plane < 4; plane++) reduceRowClone(rows.levelOne(i, plane, k), half_width, ringRow(i, plane, k));
      }
    }
    for (int i = 0; i < frames; i++) {
      for (int plane = 0; plane < 4; plane++) {
        const float* five[5];
        for (int j = 0; j < 5; j++) five[j] = ringRow(i, plane, source[j]);
        storeReduced(five, width, scratch.data(), args.targets[i].data + (size_t(plane) * height + y) * width);
      }
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
