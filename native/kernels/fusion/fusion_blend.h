#pragma once
#include <vector>

#include "split_rows.h"

namespace lightwell {

// Rows of the result: 15 bits that reach half a range beyond black and white. Final values beyond are clipped anyway.
constexpr int kResultOne = 255 * 64;
constexpr int kResultZero = kResultOne / 2;

// One row of the fused Laplacian pyramid, collapsed at once: expansion of the coarser result + sum over frames of
// weight * (frame - expansion of the coarser frame). One object makes any number of rows of a width.
class FusionBlend {
 public:
  explicit FusionBlend(int width);

  // The coarser result's rows; without it the row starts at 0 (the coarsest level).
  void begin(const CoarseRows& result);
  void begin();
  void add(Split<const uint16_t> weight, Split<const uint16_t> fine, const CoarseRows* coarse);
  // Weight and frame rows as they lie in memory.
  void add(const uint16_t* weight, const uint16_t* fine, const CoarseRows* coarse);
  // The row for the next finer level, kResultOne = 1.0 from kResultZero on.
  void finish(uint16_t* out);
  // The finished sum, not yet within the range, split: what `toSamples` takes.
  Split<const uint16_t> finishSplit();

 private:
  Split<uint16_t> half(int slot) {
    uint16_t* row = &samples_[size_t(slot) * 2 * room_ + kRowMargin];
    return {row, row + room_};
  }
  int width_, coarse_width_, room_;
  std::vector<uint16_t> samples_;
  std::vector<int16_t> sum_;
};

// Pixels [begin, begin + count) of three rows that finishSplit gave, interleaved and clipped, 65535 = 1.0. begin must
// be even.
void toSamples(const Split<const uint16_t> planes[3], int begin, int count, uint16_t* out);

}  // namespace lightwell
