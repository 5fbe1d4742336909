#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace lightwell {

// base^exponent for a base of 0 or more, by arithmetic only, because the last bits of pow differ between C libraries.
// The relative error is at most 2e-13 for results from 1e-60 to 1e60. Results outside the range of normal doubles are 0
// or infinite. NaN if the base is NaN or below 0.
inline double power(double base, double exponent) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (exponent == 0) return 1;
  if (!(base > 0)) return base == 0 ? (exponent > 0 ? 0 : kInfinity) : std::numeric_limits<double>::quiet_NaN();
  if (!(base < kInfinity)) return exponent > 0 ? kInfinity : 0;
  // base = m 2^e, m from sqrt(1/2) to sqrt(2); log m = 2 artanh((m - 1) / (m + 1)).
  uint64_t bits;
  std::memcpy(&bits, &base, sizeof bits);
  int whole = static_cast<int>(bits >> 52) - 1023;
  bits = (bits & 0xfffffffffffffull) | 0x3ff0000000000000ull;
  double m;
  std::memcpy(&m, &bits, sizeof m);
  if (m > 1.4142135623730951) m *= 0.5, whole++;
  const double t = (m - 1) / (m + 1), square = t * t;
  double series = 1.0 / 21;
  for (int k = 19; k >= 1; k -= 2) series = series * square + 1.0 / k;
  const double z = exponent * (whole + t * series * 2.8853900817779268);  // 2 / log 2
  if (!(z < 1023)) return kInfinity;
  if (!(z > -1022)) return 0;
  // 2^z: the integer part goes into the exponent; e^r of the rest is computed by its series.
  const double nearest = std::floor(z + 0.5), r = (z - nearest) * 0.69314718055994531;
  double sum = 1;
  for (int k = 14; k >= 1; k--) sum = sum * (r * (1.0 / k)) + 1;
  bits = static_cast<uint64_t>(static_cast<int64_t>(nearest) + 1023) << 52;
  double scale;
  std::memcpy(&scale, &bits, sizeof scale);
  return sum * scale;
}

inline float power(float base, float exponent) { return static_cast<float>(power(double(base), double(exponent))); }

}  // namespace lightwell
