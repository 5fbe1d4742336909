#include "fusion_blend.h"

#include <algorithm>

#include "pyramid_rows.h"

namespace lightwell {

namespace {

constexpr float kResultScale = 8192.0f;

LW_CLONES void addWeighted(const uint16_t* __restrict weight, const uint16_t* __restrict fine, const float* __restrict coarse,
                           int width, float* __restrict sum) {
  constexpr float kScale = 1.0f / 65535.0f;
  for (int x = 0; x < width; x++) {
    sum[x] += (float(weight[x]) * kScale) * (float(fine[x]) * kScale - coarse[x]);
  }
}
LW_CLONES void store(const float* __restrict sum, int width, int16_t* __restrict out) {
  for (int x = 0; x < width; x++) {
    const float value = std::min(32767.0f, std::max(-32768.0f, sum[x] * kResultScale));
    out[x] = static_cast<int16_t>(static_cast<int>(value + 32768.5f) - 32768);
  }
}
LW_CLONES void expand(const uint16_t* above, const uint16_t* centre, const uint16_t* below, bool between, int width, float* scratch,
                      float* out, int out_width) {
  expandColumns(above, centre, below, between, width, scratch);
  expandRow(scratch, width, 1.0f / (64.0f * 65535.0f), out, out_width);
}
LW_CLONES void expand(const int16_t* above, const int16_t* centre, const int16_t* below, bool between, int width, float* scratch,
                      float* out, int out_width) {
  expandColumns(above, centre, below, between, width, scratch);
  expandRow(scratch, width, 1.0f / (64.0f * kResultScale), out, out_width);
}

}  // namespace

Status fusionBlend(const FusionBlendArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height;
  const bool top = args.coarser.empty();
  const int coarse_width = (width + 1) / 2, coarse_height = (height + 1) / 2;
  const size_t area = size_t(width) * height, coarse_area = size_t(coarse_width) * coarse_height;
  if (row_begin < 0 || row_end > height || args.target.length < area * 3 || (!top && args.coarser.size() != args.levels.size()) ||
      (!top && args.coarser_target.length < coarse_area * 3)) {
    return Status::kBadArguments;
  }
  for (const auto& level : args.levels) {
    if (level.length < area * 4) return Status::kBadArguments;
  }
  for (const auto& level : args.coarser) {
    if (level.length < coarse_area * 4) return Status::kBadArguments;
  }
  std::vector<float> sum(width), expanded(width, 0.0f), scratch(coarse_width);
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const auto from = expandRows(y, coarse_height);
    for (int plane = 0; plane < 3; plane++) {
      const auto expandPlane = [&](const auto* coarse, float* out) {
        const auto* base = coarse + plane * coarse_area;
        expand(base + size_t(from.above) * coarse_width, base + size_t(from.centre) * coarse_width,
               base + size_t(from.below) * coarse_width, from.between, coarse_width, scratch.data(), out, width);
      };
      if (top) {
        std::fill(sum.begin(), sum.end(), 0.0f);
      } else {
        expandPlane(args.coarser_target.data, sum.data());
      }
      for (size_t i = 0; i < args.levels.size(); i++) {
        if (!top) expandPlane(args.coarser[i].data, expanded.data());
        const uint16_t* level = args.levels[i].data;
        addWeighted(level + 3 * area + size_t(y) * width, level + plane * area + size_t(y) * width, expanded.data(), width,
                    sum.data());
      }
      store(sum.data(), width, args.target.data + plane * area + size_t(y) * width);
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
