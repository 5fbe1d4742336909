#include <algorithm>

#include "fusion_blend.h"
#include "fusion_rows.h"

namespace lightwell {

namespace {

// Rows of the collapsed result of a strip, from the stored level down to level 1, in rings of rows as in FusionRows.
class ResultRows {
 public:
  ResultRows(const FusionExpandArgs& args, FusionRows& rows, const Area& area)
      : args_(args), rows_(rows), depth_(args.levels), stored_width_(levelSize(args.width, depth_)) {
    stored_area_ = size_t(stored_width_) * levelSize(args.height, depth_);
    stored_first_ = size_t(area.y >> depth_) * stored_width_ + (area.x >> depth_);
    for (int level = 1; level < depth_; level++) {
      levels_.push_back({FusionBlend(rows.width(level)), std::vector<uint16_t>(size_t(3) * kRing * rows.width(level))});
      std::fill(levels_.back().tags, levels_.back().tags + kRing, -1);
    }
  }

  // The rows of the result above and below row y of the next finer level.
  CoarseRows resultAround(int y, int level, int plane) {
    return coarseRows(y, rows_.height(level), [&](int row) { return result(level, plane, row); });
  }
  CoarseRows frameAround(int y, int level, int frame, int plane) {
    return coarseRows(y, rows_.height(level), [&](int row) {
      return level == depth_ ? args_.stored[frame].data + storedRow(plane, row) : rows_.level(level, frame, plane, row);
    });
  }

 private:
  static constexpr int kRing = 4;
  struct Level {
    FusionBlend blend;
    std::vector<uint16_t> samples;
    int tags[kRing] = {};
  };

  size_t storedRow(int plane, int y) const { return plane * stored_area_ + stored_first_ + size_t(y) * stored_width_; }

  const uint16_t* result(int level, int plane, int y) {
    if (level == depth_) return args_.result.data + storedRow(plane, y);
    Level& made = levels_[level - 1];
    if (made.tags[y % kRing] != y) {
      made.tags[y % kRing] = y;
      for (int each = 0; each < 3; each++) make(level, each, y);
    }
    return slot(level, plane, y);
  }
  uint16_t* slot(int level, int plane, int y) {
    return &levels_[level - 1].samples[(size_t(plane) * kRing + y % kRing) * rows_.width(level)];
  }

  void make(int level, int plane, int y) {
    auto& blend = levels_[level - 1].blend;
    blend.begin(resultAround(y, level + 1, plane));
    for (int i = 0; i < rows_.frames(); i++) {
      const auto coarse = frameAround(y, level + 1, i, plane);
      blend.add(rows_.level(level, i, 3, y), rows_.level(level, i, plane, y), &coarse);
    }
    blend.finish(slot(level, plane, y));
  }

  const FusionExpandArgs& args_;
  FusionRows& rows_;
  int depth_, stored_width_;
  size_t stored_area_, stored_first_;
  std::vector<Level> levels_;
};

bool storedFits(const FusionExpandArgs& args) {
  if (args.levels == 0) return true;
  const int width = levelSize(args.width, args.levels), height = levelSize(args.height, args.levels);
  return args.stored.size() == args.frames.size() && eachHolds(args.stored, {width, height, 4}) && holds(args.result, {width, height, 3});
}

}  // namespace

// Computes the finest levels of the fused pyramid in one pass: weights and levels are computed again row by row, which
// is cheaper than storing them, and blended with the stored level. Rows are target rows.
Status fusionExpand(const FusionExpandArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const FusionInput input = inputOf(args);
  if (input.frames.empty() || !storedFits(args)) return Status::kBadArguments;
  const auto expandStrip = [&](const Area& area, const Area& core) {
    FusionRows rows(input, area);
    ResultRows results(args, rows, area);
    FusionBlend planes[3] = {FusionBlend(area.width), FusionBlend(area.width), FusionBlend(area.width)};
    for (int y = row_begin; y < row_end; y++) {
      if (cancel.raised()) return false;
      const int row = y - area.y;
      Split<const uint16_t> sums[3];
      for (int plane = 0; plane < 3; plane++) {
        auto& blend = planes[plane];
        if (input.levels > 0) {
          blend.begin(results.resultAround(row, 1, plane));
        } else {
          blend.begin();
        }
        for (int i = 0; i < rows.frames(); i++) {
          const auto weight = rows.source(i, 3, row), fine = rows.source(i, plane, row);
          if (input.levels > 0) {
            const auto coarse = results.frameAround(row, 1, i, plane);
            blend.add(weight, fine, &coarse);
          } else {
            blend.add(weight, fine, nullptr);
          }
        }
        sums[plane] = blend.finishSplit();
      }
      uint16_t* target = args.target.data + (size_t(y) * input.width + core.x) * 3;
      toSamples(sums, core.x - area.x, core.width, target);
    }
    return true;
  };
  const bool done = eachStrip(input.width, input.height, row_begin, row_end, static_cast<int>(input.frames.size()), expandStrip);
  return done ? Status::kOk : Status::kCancelled;
}

}  // namespace lightwell
