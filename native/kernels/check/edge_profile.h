#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "../../generated/check_edges.h"

namespace lightwell {

// A line of pixels that crosses an edge at (x, y), downwards or to the right.
struct Line {
  size_t x, y;
  bool down;
};

constexpr int kProfile = 2 * kEdgeReach + 1;

// Lightness of the surfaces before and after an edge, the larger of their deviations, and the overshoot beyond them,
// all in L*.
struct Profile {
  double before, after, spread, ring;
};

template <typename T>
double lumaAt(const T* rgb) {
  return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
}

// Whether the line and the lines next to it are inside the picture.
inline bool isInside(const Line& line, size_t width, size_t height) {
  const size_t along = line.down ? line.y : line.x, across = line.down ? line.x : line.y;
  const size_t length = line.down ? height : width, breadth = line.down ? width : height;
  if (length <= 2 * kEdgeReach || breadth < 3) return false;
  return along >= kEdgeReach && along < length - kEdgeReach && across >= 1 && across < breadth - 1;
}

inline double meanOf(const double* values) {
  double sum = 0;
  for (int i = 0; i < kEdgeEnd; i++) sum += values[i];
  return sum / kEdgeEnd;
}

inline double spreadOf(const double* values, double mean) {
  double sum = 0;
  for (int i = 0; i < kEdgeEnd; i++) sum += (values[i] - mean) * (values[i] - mean);
  return std::sqrt(sum / kEdgeEnd);
}

template <typename T>
Profile readProfile(const T* source, size_t width, const float* lightness, double max, const Line& line) {
  const size_t step = line.down ? 3 * width : 3, across = line.down ? 3 : 3 * width;
  const T* from = source + 3 * (line.y * width + line.x) - kEdgeReach * step;
  double values[kProfile];
  for (int i = 0; i < kProfile; i++, from += step) {
    const double luma = (lumaAt(from - across) + lumaAt(from) + lumaAt(from + across)) / (3 * max);
    values[i] = lightness[static_cast<int>(std::max(0.0, std::min(1.0, luma)) * kLightnessSteps + 0.5)];
  }
  const double *first = values, *last = values + kProfile - kEdgeEnd;
  const double before = meanOf(first), after = meanOf(last);
  const double sign = after < before ? -1 : 1;
  double ring = 0;
  for (int i = kRingFrom; i <= kRingTo; i++) {
    ring = std::max(ring, sign * (values[kEdgeReach + i] - after));
    ring = std::max(ring, sign * (before - values[kEdgeReach - i]));
  }
  return {before, after, std::max(spreadOf(first, before), spreadOf(last, after)), ring};
}

}  // namespace lightwell
