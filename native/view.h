#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

// LW_CLONES compiles a function two or three times if the toolchain can: for AVX-512, AVX2 and the baseline; the loader
// chooses. Contraction is off (binding.gyp), so all give the same bytes. Functions that it calls must be inlined: mark
// them LW_INLINE. With LW_NO_CLONES it is compiled once, with the flags of the build.
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

// Before a loop: declares that its outputs do not overlap its inputs. Otherwise compilers add checks for overlap, at
// most ten, and do not vectorise beyond that.
#if defined(__clang__)
#define LW_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define LW_INDEPENDENT _Pragma("GCC ivdep")
#else
#define LW_INDEPENDENT
#endif

namespace lightwell {

// A typed array, borrowed for one call and never kept.
template <typename T>
struct View {
  T* data = nullptr;
  size_t length = 0;
};

// A view of 8 or 16 bits: exactly one of the two is set.
struct EitherView {
  View<uint8_t> u8;
  View<uint16_t> u16;
};

// Maximum side, count or factor. Sums of two and small multiples of one stay within an int.
constexpr int kMaxSize = 1 << 26;

template <typename... Ints>
constexpr bool areSizes(Ints... sizes) {
  return ((sizes >= 1 && sizes <= kMaxSize) && ...);
}

// Whether a view has at least as many samples as the product of these sizes; false if one is negative. The product
// itself might overflow; length / a / b >= 1, rounded down each time, is equivalent.
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

// Truncates a float, clamped to +-2^30; NaN gives -2^30. Casts of values outside the range of int differ between
// machines.
LW_INLINE int wholeOf(float value) {
  constexpr float kMost = 1073741824.0f;
  const float least = value > -kMost ? value : -kMost;
  return static_cast<int>(least < kMost ? least : kMost);
}

}  // namespace lightwell
