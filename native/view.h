#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

// Kernels are compiled two or three times where the toolchain can: for AVX-512, AVX2 and the baseline; the loader
// picks. Contraction is off (binding.gyp), so all give the same bytes. What such a function calls must be inlined into
// it: mark it LW_INLINE. LW_NO_CLONES: as the flags say, once.
#if defined(LW_NO_CLONES)
#define LW_CLONES
#elif defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__ELF__)
#if __GNUC__ >= 12
#define LW_CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define LW_CLONES __attribute__((target_clones("avx2", "default")))
#endif
#else
#define LW_CLONES
#endif
#if defined(__GNUC__)
#define LW_INLINE inline __attribute__((always_inline))
#else
#define LW_INLINE inline
#endif

// Before a loop: what it writes is not what it reads, so that no check of that, of which a compiler makes ten at most,
// keeps it from vectors.
#if defined(__clang__)
#define LW_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define LW_INDEPENDENT _Pragma("GCC ivdep")
#else
#define LW_INDEPENDENT
#endif

namespace lightwell {

// A typed array: borrowed for the length of one call, never kept.
template <typename T>
struct View {
  T* data = nullptr;
  size_t length = 0;
};

// Of 8 or 16 bits: exactly one of the two is set.
struct EitherView {
  View<uint8_t> u8;
  View<uint16_t> u16;
};

// Sides, counts and factors end here, so that sums of two and small multiples of one stay within an int.
constexpr int kMostSize = 1 << 26;

template <typename... Ints>
constexpr bool areSizes(Ints... sizes) {
  return ((sizes >= 1 && sizes <= kMostSize) && ...);
}

// Whether a view has at least as many samples as the product of these sizes, none of which is negative. The product
// itself may not fit any type: length / a / b >= 1, rounded down each time, says the same.
template <typename T>
constexpr bool holds(const View<T>& view, std::initializer_list<int64_t> sizes) {
  size_t left = view.length;
  bool is_empty = false;
  for (const int64_t size : sizes) {
    if (size < 0) return false;
    if (size == 0) is_empty = true;
    else left /= static_cast<uint64_t>(size);
  }
  return is_empty || left >= 1;
}

constexpr bool holds(const EitherView& view, std::initializer_list<int64_t> sizes) { return holds(view.u8, sizes) || holds(view.u16, sizes); }

template <typename V>
bool eachHolds(const std::vector<V>& views, std::initializer_list<int64_t> sizes) {
  return std::all_of(views.begin(), views.end(), [&](const V& view) { return holds(view, sizes); });
}

// Index mirrored into [0, size) without repeating the border sample (reflect-101).
LW_INLINE int reflect101(int index, int size) {
  if (size == 1) return 0;
  while (index < 0 || index >= size) index = index < 0 ? -index : 2 * size - 2 - index;
  return index;
}

// A float without its fraction, bounded to 2^30; -2^30 for NaN. A cast of a value outside the range of int differs
// between machines.
LW_INLINE int wholeOf(float value) {
  constexpr float kMost = 1073741824.0f;
  const float least = value > -kMost ? value : -kMost;
  return static_cast<int>(least < kMost ? least : kMost);
}

}  // namespace lightwell
