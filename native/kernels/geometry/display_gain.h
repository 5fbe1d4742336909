#pragma once
#include <algorithm>

#include "../../power.h"
#include "../../view.h"

namespace lightwell {

// Applies a gain g on linear light to sRGB display values (IEC 61966-2-1). On the power segment the result is exactly
// (v + 0.055) g^(1/2.4) - 0.055, on the linear one exactly v g; values that leave the linear segment use a table.
class DisplayGain {
 public:
  DisplayGain() {
    for (int i = 0; i <= kEntries; i++) {
      bent_[i] = static_cast<float>(1.055 * power(i * (kRange / kEntries) / 12.92, 1 / 2.4) - 0.055);
    }
  }

  // Whether a value is on the linear segment; the result for all other values.
  LW_INLINE static bool isDark(float v) { return !(v > kToe); }
  LW_INLINE static float brightened(float v, float power) { return std::max((v + 0.055f) * power - 0.055f, 0.0f); }

  LW_INLINE float apply(float v, float linear, float power) const {
    if (!isDark(v)) return brightened(v, power);
    const float u = v * linear;
    if (u <= kToe) return u;
    const float position = u * static_cast<float>(kEntries / kRange);
    const int index = std::min(static_cast<int>(position), kEntries - 1);
    return bent_[index] + (bent_[index + 1] - bent_[index]) * (position - static_cast<float>(index));
  }

 private:
  static constexpr float kToe = 0.04045f;
  static constexpr double kRange = 0.75;  // more than kToe times the largest gain
  static constexpr int kEntries = 1024;
  float bent_[kEntries + 1];
};

}  // namespace lightwell
