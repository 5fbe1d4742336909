#pragma once
#include "../../view.h"

namespace lightwell {

// Rec. 601 luma.
LW_INLINE float lumaOf(float r, float g, float b) { return 0.299f * r + 0.587f * g + 0.114f * b; }

// Nearest entry to a luma of 0 to 1, in a table of `steps` + 1 entries over this range.
template <int steps>
LW_INLINE int nearestStep(float luma) { return static_cast<int>(luma * float(steps) + 0.5f); }

// Reads a table over stops by linear interpolation. It has `entries` entries, `per_stop` a stop, and begins at `least`.
template <int least, int per_stop, int entries>
LW_INLINE float readStops(const float* __restrict table, float stops) {
  const float at = (stops - float(least)) * float(per_stop), positive = at > 0.0f ? at : 0.0f;
  const float inside = positive < float(entries - 2) ? positive : float(entries - 2);
  const int first = static_cast<int>(inside);
  const float over = positive - float(first), share = over < 1.0f ? over : 1.0f;
  return table[first] + (table[first + 1] - table[first]) * share;
}

// Scene light at a pixel is the mean of the frames' readings, weighted by trust. Clipped values of the darkest frame
// read as its white, and black values of the brightest frame as its black; this is their weight.
constexpr float kExtremeWeight = 1e-4f;

// Luma above `above` or below `below` has a weight in any case.
struct Believed {
  float above, below;
};
inline Believed believedOf(size_t frame, size_t frames) { return {frame == 0 ? 0.5f : 2.0f, frame + 1 == frames ? 0.5f : -1.0f}; }

template <int steps>
LW_INLINE void addReading(float luma, float stops, Believed believed, const float* __restrict log_light, const float* __restrict trust,
                          float& sum, float& total) {
  const int step = nearestStep<steps>(luma);
  const float high = luma > believed.above ? kExtremeWeight : 0.0f, low = luma < believed.below ? kExtremeWeight : 0.0f;
  const float weight = trust[step] + (high + low);
  sum += weight * (log_light[step] - stops);
  total += weight;
}

}  // namespace lightwell
