#pragma once
#include <vector>

#include "../../view.h"

namespace lightwell {

// Lanczos window of four lobes (Duchon 1979): 8 taps a side. At 0.4 cycles a pixel it keeps 0.90 of the contrast; three
// lobes keep 0.82, cubic convolution 0.72.
constexpr int kLobes = 4;
constexpr int kTaps = 2 * kLobes;
// Positions are rounded to 1 / kPhases of a pixel.
constexpr int kPhases = 1024;

// Weights of the taps at -3 to 4 for positions 0 to 1 after tap 0, kTaps a phase. They add up to 1. The two central
// taps are corrected for the shift of ramps, so that ramps are reproduced exactly.
class LanczosTable {
 public:
  LanczosTable() : weights_(size_t(kPhases + 1) * kTaps) {
    for (int phase = 0; phase <= kPhases; phase++) fill(double(phase) / kPhases, weights_.data() + size_t(phase) * kTaps);
  }

  LW_INLINE const float* operator[](int phase) const { return weights_.data() + size_t(phase) * kTaps; }

 private:
  static void fill(double t, float* out) {
    double weights[kTaps], sum = 0, place = 0;
    for (int k = 0; k < kTaps; k++) {
      const double x = k - (kLobes - 1) - t;
      weights[k] = sinc(x) * sinc(x / kLobes);
      sum += weights[k];
    }
    for (int k = 0; k < kTaps; k++) {
      weights[k] /= sum;
      place += weights[k] * (k - (kLobes - 1));
    }
    weights[kLobes - 1] -= t - place;
    weights[kLobes] += t - place;
    for (int k = 0; k < kTaps; k++) out[k] = static_cast<float>(weights[k]);
  }

  // sin(pi x) / (pi x), by its series around the nearest integer: the sine differs between C libraries.
  static double sinc(double x) {
    const int nearest = static_cast<int>(x < 0 ? x - 0.5 : x + 0.5);
    const double angle = 3.14159265358979323846 * (x - nearest), square = angle * angle;
    if (nearest == 0 && square == 0) return 1;
    double series = 1;
    for (int k = 18; k >= 2; k -= 2) series = 1 - series * square / (k * (k + 1));
    return (nearest % 2 == 0 ? 1 : -1) * series * angle / (3.14159265358979323846 * x);
  }

  std::vector<float> weights_;
};

}  // namespace lightwell
