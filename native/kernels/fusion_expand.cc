#include "fusion_expand.h"

#include <algorithm>

#include "display_rows.h"
#include "pyramid_rows.h"

namespace lightwell {

namespace {

constexpr float kFrameScale = 1.0f / (64.0f * 65535.0f), kResultScale = 1.0f / (64.0f * 8192.0f), kRowScale = 1.0f / 64.0f;

template <typename T>
LW_INLINE void expandOf(const T* above, const T* centre, const T* below, bool between, int width, float scale, float* scratch,
                        float* out, int out_width) {
  expandColumns(above, centre, below, between, width, scratch);
  expandRow(scratch, width, scale, out, out_width);
}
LW_CLONES void expand(const uint16_t* a, const uint16_t* c, const uint16_t* b, bool between, int width, float* scratch, float* out,
                      int out_width) {
  expandOf(a, c, b, between, width, kFrameScale, scratch, out, out_width);
}
LW_CLONES void expand(const int16_t* a, const int16_t* c, const int16_t* b, bool between, int width, float* scratch, float* out,
                      int out_width) {
  expandOf(a, c, b, between, width, kResultScale, scratch, out, out_width);
}
LW_CLONES void expand(const float* a, const float* c, const float* b, bool between, int width, float* scratch, float* out,
                      int out_width) {
  expandOf(a, c, b, between, width, kRowScale, scratch, out, out_width);
}
LW_CLONES void addWeighted(const float* __restrict weight, const float* __restrict fine, const float* __restrict coarse, int width,
                           float* __restrict sum) {
  for (int x = 0; x < width; x++) sum[x] += weight[x] * (fine[x] - coarse[x]);
}
LW_CLONES void quantise(const float* r, const float* g, const float* b, int width, float headroom, uint16_t* out) {
  quantiseRow(r, g, b, width, headroom, out);
}

// The collapsed result at level 1, three planes a row, kept for the three rows that an expansion reads.
class LevelOneResult {
 public:
  LevelOneResult(const FusionExpandArgs& args, FusionRows& rows)
      : args_(args),
        rows_(rows),
        width_(rows.levelOneWidth()),
        height_(rows.levelOneHeight()),
        quarter_width_((width_ + 1) / 2),
        quarter_height_((height_ + 1) / 2),
        ring_(size_t(3) * kRing * width_),
        expanded_(width_, 0.0f),
        scratch_(quarter_width_) {
    std::fill(tags_, tags_ + kRing, -1);
  }

  const float* row(int plane, int y) {
    if (tags_[y % kRing] != y) make(y);
    return slot(plane, y);
  }

 private:
  static constexpr int kRing = 4;
  float* slot(int plane, int y) { return &ring_[(size_t(plane) * kRing + y % kRing) * width_]; }

  void make(int y) {
    tags_[y % kRing] = y;
    const bool coarser = args_.levels >= 2;
    const auto from = expandRows(y, quarter_height_);
    const size_t area = size_t(quarter_width_) * quarter_height_;
    for (int plane = 0; plane < 3; plane++) {
      const auto expandPlane = [&](const auto* data, float* out) {
        const auto* base = data + plane * area;
        expand(base + size_t(from.above) * quarter_width_, base + size_t(from.centre) * quarter_width_,
               base + size_t(from.below) * quarter_width_, from.between, quarter_width_, scratch_.data(), out, width_);
      };
      float* sum = slot(plane, y);
      if (coarser) {
        expandPlane(args_.quarter_result.data, sum);
      } else {
        std::fill(sum, sum + width_, 0.0f);
      }
      for (int i = 0; i < rows_.frames(); i++) {
        if (coarser) expandPlane(args_.quarters[i].data, expanded_.data());
        addWeighted(rows_.levelOne(i, 3, y), rows_.levelOne(i, plane, y), expanded_.data(), width_, sum);
      }
    }
  }

  const FusionExpandArgs& args_;
  FusionRows& rows_;
  int width_, height_, quarter_width_, quarter_height_;
  std::vector<float> ring_, expanded_, scratch_;
  int tags_[kRing];
};

bool sizesFit(const FusionExpandArgs& args, int row_begin, int row_end) {
  if (row_begin < 0 || row_end > args.height || args.target.length < size_t(args.width) * args.height * 3) return false;
  if (args.levels < 2) return true;
  const size_t area = size_t((args.width + 3) / 4) * ((args.height + 3) / 4);
  if (args.quarters.size() != args.frames.size() || args.quarter_result.length < area * 3) return false;
  return std::all_of(args.quarters.begin(), args.quarters.end(), [&](const auto& level) { return level.length >= area * 4; });
}

}  // namespace

Status fusionExpand(const FusionExpandArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (!sizesFit(args, row_begin, row_end)) return Status::kBadArguments;
  const int width = args.width;
  FusionRows rows(args.frames, width, args.height, args.weights);
  LevelOneResult half(args, rows);
  const int half_width = rows.levelOneWidth(), half_height = rows.levelOneHeight();
  std::vector<float> sums(size_t(3) * width), planes(size_t(3) * width), expanded(width, 0.0f), scratch(half_width);
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const auto from = expandRows(y, half_height);
    for (int plane = 0; plane < 3; plane++) {
      float* sum = &sums[size_t(plane) * width];
      if (args.levels < 1) {
        std::fill(sum, sum + width, 0.0f);
      } else {
        // Asked for in rising order: the ring keeps what is behind, not what is skipped.
        const float* above = half.row(plane, from.above);
        const float* centre = half.row(plane, from.centre);
        const float* below = half.row(plane, from.below);
        expand(above, centre, below, from.between, half_width, scratch.data(), sum, width);
      }
    }
    for (int i = 0; i < rows.frames(); i++) {
      rows.loadPlanes(i, y, planes.data(), planes.data() + width, planes.data() + 2 * size_t(width));
      const float* weight = rows.weights(i, y);
      for (int plane = 0; plane < 3; plane++) {
        if (args.levels >= 1) {
          expand(rows.levelOne(i, plane, from.above), rows.levelOne(i, plane, from.centre), rows.levelOne(i, plane, from.below),
                 from.between, half_width, scratch.data(), expanded.data(), width);
        }
        addWeighted(weight, &planes[size_t(plane) * width], expanded.data(), width, &sums[size_t(plane) * width]);
      }
    }
    quantise(&sums[0], &sums[width], &sums[2 * size_t(width)], width, args.headroom, args.target.data + size_t(y) * width * 3);
  }
  return Status::kOk;
}

}  // namespace lightwell
