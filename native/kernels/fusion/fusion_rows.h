#pragma once
#include <vector>

#include "../../generated/fusion.h"
#include "fusion_weights.h"
#include "split_rows.h"

namespace lightwell {

// Pyramid levels that are computed row by row. Levels 1 and 2 of frames, weights and result exist only as short rings
// and are never stored whole; level 3 has 1/64 of a picture's samples.
constexpr int kRowLevels = kStoredLevel;

// Arguments of the kernels that process full-size frames.
struct FusionInput {
  std::vector<EitherView> frames;
  int width, height;
  // The stored level: floor(log2 min(width, height)), at most kRowLevels.
  int levels;
  FusionExponents exponents;
};

// Takes a kernel's arguments, whose frames have been checked to be complete.
template <typename Args>
FusionInput inputOf(const Args& args) {
  return {args.frames,
          args.width,
          args.height,
          args.levels,
          {args.contrast_weight, args.saturation_weight, args.exposedness_weight}};
}

constexpr int levelSize(int size, int level) { return level == 0 ? size : levelSize((size + 1) / 2, level - 1); }

// Part of a picture, in pixels. Work is done in strips of columns, narrow enough that all rings of a strip stay in the
// second-level cache.
struct Area {
  int x, y, width, height;
};

// Calls work(area, core) for every strip of rows [begin, end). The strip writes core and reads area. An area begins at
// a multiple of 2^kRowLevels and is treated as a separate picture with mirrored ends; the resulting errors stay within
// the margin between area and core.
template <typename Work>
bool eachStrip(int width, int height, int begin, int end, int frames, Work&& work) {
  constexpr int kGrid = 1 << kRowLevels, kMargin = 16;
  static_assert(kMargin % kGrid == 0);
  const int strip = frames > 6 ? 512 : 1024;
  const int top = begin / kGrid * kGrid - kMargin, bottom = (end + kGrid - 1) / kGrid * kGrid + kMargin;
  const auto clamp = [](int value, int limit) { return value < 0 ? 0 : value > limit ? limit : value; };
  for (int x = 0; x < width; x += strip) {
    const Area core{x, begin, clamp(x + strip, width) - x, end - begin};
    Area area{clamp(x - kMargin, width), clamp(top, height), 0, 0};
    area.width = clamp(x + strip + kMargin, width) - area.x;
    area.height = clamp(bottom, height) - area.y;
    if (!work(area, core)) return false;
  }
  return true;
}

// Rows of an area at full and reduced sizes, for all frames: normalised weights, and colours and weights of the levels.
// Rows are requested in ascending order; short rings keep what the next one needs.
class FusionRows {
 public:
  FusionRows(const FusionInput& input, const Area& area);

  int frames() const { return frames_; }
  int width(int level) const { return levelSize(area_.width, level); }
  int height(int level) const { return levelSize(area_.height, level); }

  // Plane 0 red, 1 green, 2 blue (kColorOne = 1.0), 3 weight (kWeightOne = 1.0).
  Split<const uint16_t> source(int frame, int plane, int y);
  // A row of a level from 1 on, not split.
  const uint16_t* level(int level, int frame, int plane, int y);

 private:
  static constexpr int kSourceRing = 16, kGrayRing = 4, kRing = 8;

  // Rows of one kind, for all frames and planes.
  struct Ring {
    int rows = 0, room = 0;
    std::vector<uint16_t> samples;
    std::vector<int> tags;
    void resize(int planes, int row_count, int row_room);
    // Returns true the first time that row y enters.
    bool enter(int y);
    uint16_t* row(int plane, int y) { return &samples[(size_t(plane) * rows + (y & (rows - 1))) * room + kRowMargin]; }
  };
  struct Level {
    Ring rows;
    // Rows after the horizontal half of their reduction.
    Ring reduced;
  };

  void load(int y);
  void measure(int frame, size_t first, int y, const Split<uint16_t> planes[3]);
  void weigh(int y);
  const float* weighContrast(int frame, int y);
  void makeLevel(int level, int y);
  Split<uint16_t> sourceRow(int frame, int plane, int y);
  Split<float> floatRow(std::vector<float>& rows, int slot) {
    float* row = &rows[size_t(slot) * 2 * half_room_ + kRowMargin];
    return {row, row + half_room_};
  }

  const FusionInput& input_;
  Area area_;
  int frames_, half_room_;
  Ring source_;
  std::vector<int> weight_tags_;
  // levels_[0].reduced has the source's reduced rows.
  Level levels_[kRowLevels + 1];
  std::vector<float> gray_, quality_, weights_, sum_;
  std::vector<uint16_t> split_;
  std::vector<const float*> weight_rows_;
  std::vector<uint16_t*> weight_targets_;
};

}  // namespace lightwell
