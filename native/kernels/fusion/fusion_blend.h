#pragma once
#include <vector>

#include "split_rows.h"

namespace lightwell {

// Rows of the result have 15 bits and extend half a range below black and above white. Final values outside are clamped
// anyway.
constexpr int kResultOne = 255 * 64;
constexpr int kResultZero = kResultOne / 2;

// Computes and collapses one row of the fused Laplacian pyramid: expansion of the coarser result + sum over frames of
// weight * (frame - expansion of the coarser frame). One object serves any number of rows of one width.
class FusionBlend {
 public:
  explicit FusionBlend(int width);

  // Starts a row from the coarser result's rows, or from 0 at the coarsest level.
  void begin(const CoarseRows& result);
  void begin();
  void add(Split<const uint16_t> weight, Split<const uint16_t> fine, const CoarseRows* coarse);
  // Takes weight and frame rows that are not split.
  void add(const uint16_t* weight, const uint16_t* fine, const CoarseRows* coarse);
  // Writes the row for the next finer level, kResultOne = 1.0 from kResultZero on.
  void finish(uint16_t* out);
  // Returns the finished sum, split and not yet clamped, as `toSamples` takes it.
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

// Writes pixels [begin, begin + count) of three rows from finishSplit, interleaved and clamped, 65535 = 1.0. begin must
// be even.
void toSamples(const Split<const uint16_t> planes[3], int begin, int count, uint16_t* out);

}  // namespace lightwell
