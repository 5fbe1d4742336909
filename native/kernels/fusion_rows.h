#pragma once
#include <memory>
#include <vector>

#include "../status.h"
#include "../view.h"
#include "block_grid.h"

namespace lightwell {

// One frame of a bracket: width x height x 3, interleaved display values; exactly one of the two views is set.
struct FusionFrame {
  View<uint8_t> u8;
  View<uint16_t> u16;
};

// How frames are weighted. Without structure maps: the paper's measures (Mertens, Kautz, Van Reeth 2007, eq. 1) with these
// exponents; 0 leaves a measure out. With one map a frame: structure x saturation x well-exposedness, plus a small weight for
// well-exposed luma alone, so that a flat neutral wall comes from the frame that shows it best and not from all.
// A map holds local variances of map_width x map_height blocks of map_factor pixels, at the blocks' centres.
struct FusionWeights {
  float contrast, saturation, exposedness;
  std::vector<View<float>> structure;
  int map_width = 0, map_height = 0, map_factor = 0;
};

// Makes, row by row, what the fusion passes need at full and half size, for all frames at once: normalised weights, and the
// level-1 rows of colours and weights. Rows are asked for in rising order; a short ring keeps what the next one needs, so that
// neither weights nor half-size pictures are ever stored whole. A memory-bound pass becomes arithmetic on cached rows.
class FusionRows {
 public:
  FusionRows(const std::vector<FusionFrame>& frames, int width, int height, const FusionWeights& weights);

  int frames() const { return static_cast<int>(frames_.size()); }
  int levelOneWidth() const { return half_width_; }
  int levelOneHeight() const { return half_height_; }

  // Weights of a source row, width samples; they add up to 1 over the frames.
  const float* weights(int frame, int y);
  // Plane 0 red, 1 green, 2 blue, 3 weight of a level-1 row, 1.0 = full scale; valid until three rows further on.
  const float* levelOne(int frame, int plane, int y);
  // Red, green and blue of a source row as planes, 1.0 = full scale.
  void loadPlanes(int frame, int y, float* red, float* green, float* blue) const;

 private:
  static constexpr int kSourceRing = 8;
  static constexpr int kGrayRing = 4;
  static constexpr int kLevelOneRing = 4;

  void makeSource(int y);
  void makeLevelOne(int y);
  const float* gray(int frame, int y);
  void paperRow(int frame, int y, const float* red, const float* green, const float* blue, float* out);
  float* weightRow(int frame, int y) { return &weights_[(size_t(frame) * kSourceRing + y % kSourceRing) * width_]; }
  float* reducedRow(int frame, int plane, int y) {
    return &reduced_[((size_t(frame) * 4 + plane) * kSourceRing + y % kSourceRing) * half_width_];
  }
  float* levelOneRow(int frame, int plane, int y) {
    return &level_one_[((size_t(frame) * 4 + plane) * kLevelOneRing + y % kLevelOneRing) * half_width_];
  }

  std::vector<FusionFrame> frames_;
  int width_, height_, half_width_, half_height_;
  FusionWeights measures_;
  std::vector<float> gray_, weights_, reduced_, level_one_, planes_, sum_;
  BlockGrid grid_;
  std::vector<int> gray_tags_;
  int source_tags_[kSourceRing];
  int level_one_tags_[kLevelOneRing];
};

}  // namespace lightwell
