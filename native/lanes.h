#pragma once
#include <cstdint>
#include <cstring>

#include "view.h"

namespace lightwell {

// Four floats, for loops that the compiler does not vectorise (samples of 8 and 16 bits are converted one by one in
// plain loops). Each lane is computed like the scalar expression, so both forms give the same bits.
#if defined(__GNUC__)
typedef float Lanes __attribute__((vector_size(16)));
#else
struct Lanes {
  float lane[4];
  float& operator[](int i) { return lane[i]; }
};
inline Lanes operator+(Lanes a, Lanes b) {
  for (int i = 0; i < 4; i++) a.lane[i] += b.lane[i];
  return a;
}
inline Lanes operator*(Lanes a, float b) {
  for (int i = 0; i < 4; i++) a.lane[i] *= b;
  return a;
}
#endif

#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
typedef int32_t LanesI32 __attribute__((vector_size(16)));
typedef uint16_t Lanes8U16 __attribute__((vector_size(16)));
typedef uint8_t Lanes16U8 __attribute__((vector_size(16)));
typedef uint64_t Lanes2U64 __attribute__((vector_size(16)));
typedef uint32_t Lanes4U32 __attribute__((vector_size(16)));

// Loads four neighbouring samples as floats. Interleaving with zeros widens them in one instruction; a vector
// conversion takes six.
LW_INLINE Lanes loadLanes(const uint16_t* samples) {
  uint64_t bits;
  std::memcpy(&bits, samples, sizeof bits);
  const Lanes8U16 narrow = reinterpret_cast<Lanes8U16>(Lanes2U64{bits, 0}), zero{};
  const Lanes8U16 wide = __builtin_shufflevector(narrow, zero, 0, 8, 1, 9, 2, 10, 3, 11);
  return __builtin_convertvector(reinterpret_cast<LanesI32>(wide), Lanes);
}
LW_INLINE Lanes loadLanes(const uint8_t* samples) {
  uint32_t bits;
  std::memcpy(&bits, samples, sizeof bits);
  const Lanes16U8 narrow = reinterpret_cast<Lanes16U8>(Lanes4U32{bits, 0, 0, 0}), zero{};
  const Lanes8U16 half = reinterpret_cast<Lanes8U16>(
      __builtin_shufflevector(narrow, zero, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
  const Lanes8U16 wide = __builtin_shufflevector(half, Lanes8U16{}, 0, 8, 1, 9, 2, 10, 3, 11);
  return __builtin_convertvector(reinterpret_cast<LanesI32>(wide), Lanes);
}
#else
template <typename T>
LW_INLINE Lanes loadLanes(const T* samples) {
  Lanes lanes;
  for (int i = 0; i < 4; i++) lanes[i] = static_cast<float>(samples[i]);
  return lanes;
}
#endif

}  // namespace lightwell
