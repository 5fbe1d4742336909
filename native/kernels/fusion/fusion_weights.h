#pragma once
#include <vector>

#include "../../view.h"
#include "split_rows.h"

namespace lightwell {

// Exponents of the paper's measures (Mertens, Kautz, Van Reeth 2007, section 3.1); 0 disables a measure.
struct FusionExponents {
  float contrast, saturation, exposedness;
  bool plain() const { return contrast == 1.0f && saturation == 1.0f && exposedness == 1.0f; }
};

// 1.0 of a colour in rows, which have 15 bits.
constexpr int kColorOne = 255 * 128;
constexpr int kWeightOne = 32767;

// Loads `count` pixels of a frame (width x height x 3, interleaved display values) from sample `first` on, as three
// planes.
void loadColors(const EitherView& frame, size_t first, int count, const Split<uint16_t> planes[3]);

// Prefetches the memory that loadColors will read, without addresses outside the frame.
void prefetchColors(const EitherView& frame, size_t first, int count);

// Computes grey, and quality (saturation times well-exposedness), of `count` samples. Their units are chosen so that
// the contrast of grey times quality is the product of the paper's measures.
void measureColors(const uint16_t* red, const uint16_t* green, const uint16_t* blue, int count, const FusionExponents& exponents,
                   float* gray, float* quality);

// Writes the contrast of the middle one of three grey rows (ends mirrored) times `quality`, plus a floor so that no sum
// is 0.
void weighRow(Split<const float> up, Split<const float> middle, Split<const float> down, Split<const float> quality, int pairs,
              const FusionExponents& exponents, Split<float> out);

// Scales the weights of one row of all frames, each of `room` samples, to a sum of kWeightOne. `sum` is scratch memory.
void normaliseWeights(const std::vector<const float*>& weights, int room, float* sum, const std::vector<uint16_t*>& out);

}  // namespace lightwell
