#include "fusion_blend.h"

#include <algorithm>
#include <cstring>

#include "../../lanes.h"

namespace lightwell {

namespace {

// Offset of the sums of result and detail above 0, so that both ends stay within 16 bits.
constexpr int kSumOffset = 16384;

LW_CLONES void combine(const uint16_t* __restrict base, const int16_t* __restrict detail, int rounding, int count,
                       uint16_t* __restrict out) {
  for (int x = 0; x < count; x++) {
    out[x] = static_cast<uint16_t>(base[x] + kSumOffset + (static_cast<int16_t>(detail[x] + rounding) >> 1));
  }
}
LW_INLINE uint16_t clamped(uint16_t value, uint16_t low, uint16_t high) {
  value = value < low ? low : value;
  return value > high ? high : value;
}
LW_CLONES void interleave(const uint16_t* __restrict even, const uint16_t* __restrict odd, int pairs, uint16_t* __restrict out) {
  constexpr uint16_t kLow = kSumOffset, kHigh = kSumOffset + 2 * kResultOne;
  for (int x = 0; x < pairs; x++) {
    out[2 * x] = static_cast<uint16_t>(clamped(even[x], kLow, kHigh) - kSumOffset);
    out[2 * x + 1] = static_cast<uint16_t>(clamped(odd[x], kLow, kHigh) - kSumOffset);
  }
}
// Sums from kLow to kHigh become samples: two shifts scale their distance from kLow to 65535.
constexpr uint16_t kLow = kSumOffset + kResultZero, kHigh = kLow + kResultOne;
constexpr int kUp = 2, kDown = 8 - kUp;
static_assert(((kHigh - kLow) << kUp) + ((kHigh - kLow) >> kDown) == 65535, "white is full scale");
LW_INLINE uint16_t toSample(uint16_t sum) {
  const uint16_t value = static_cast<uint16_t>(clamped(sum, kLow, kHigh) - kLow);
  return static_cast<uint16_t>((value << kUp) + (value >> kDown));
}

#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
LW_INLINE Lanes8U16 samplesOf(const uint16_t* sums) {
  Lanes8U16 value;
  std::memcpy(&value, sums, sizeof value);
  const Lanes8U16 low = Lanes8U16{} + kLow, high = Lanes8U16{} + kHigh;
  value = value < low ? low : value;
  value = (value > high ? high : value) - low;
  return (value << kUp) + (value >> kDown);
}
LW_INLINE void storeLanes(Lanes8U16 lanes, uint16_t* out) { std::memcpy(out, &lanes, sizeof lanes); }
// Stores eight pixels of three planes as 24 samples.
LW_INLINE void storePixels(Lanes8U16 r, Lanes8U16 g, Lanes8U16 b, uint16_t* out) {
  const Lanes8U16 rg0 = __builtin_shufflevector(r, g, 0, 8, 0, 1, 9, 0, 2, 10);
  const Lanes8U16 rg1 = __builtin_shufflevector(r, g, 0, 3, 11, 0, 4, 12, 0, 5);
  const Lanes8U16 rg2 = __builtin_shufflevector(r, g, 13, 0, 6, 14, 0, 7, 15, 0);
  storeLanes(__builtin_shufflevector(rg0, b, 0, 1, 8, 3, 4, 9, 6, 7), out);
  storeLanes(__builtin_shufflevector(rg1, b, 10, 1, 2, 11, 4, 5, 12, 7), out + 8);
  storeLanes(__builtin_shufflevector(rg2, b, 0, 13, 2, 3, 14, 5, 6, 15), out + 16);
}
LW_CLONES int storeBlocks(const uint16_t* re, const uint16_t* ro, const uint16_t* ge, const uint16_t* go, const uint16_t* be,
                          const uint16_t* bo, int pairs, uint16_t* out) {
  int x = 0;
  for (; x + 8 <= pairs; x += 8) {
    const Lanes8U16 r0 = samplesOf(re + x), r1 = samplesOf(ro + x), g0 = samplesOf(ge + x), g1 = samplesOf(go + x);
    const Lanes8U16 b0 = samplesOf(be + x), b1 = samplesOf(bo + x);
    storePixels(__builtin_shufflevector(r0, r1, 0, 8, 1, 9, 2, 10, 3, 11), __builtin_shufflevector(g0, g1, 0, 8, 1, 9, 2, 10, 3, 11),
                __builtin_shufflevector(b0, b1, 0, 8, 1, 9, 2, 10, 3, 11), out + 6 * x);
    storePixels(__builtin_shufflevector(r0, r1, 4, 12, 5, 13, 6, 14, 7, 15),
                __builtin_shufflevector(g0, g1, 4, 12, 5, 13, 6, 14, 7, 15),
                __builtin_shufflevector(b0, b1, 4, 12, 5, 13, 6, 14, 7, 15), out + 6 * x + 24);
  }
  return x;
}
#else
int storeBlocks(const uint16_t*, const uint16_t*, const uint16_t*, const uint16_t*, const uint16_t*, const uint16_t*, int, uint16_t*) {
  return 0;
}
#endif

}  // namespace

FusionBlend::FusionBlend(int width)
    : width_(width),
      coarse_width_((width + 1) / 2),
      room_(rowRoom(coarse_width_)),
      samples_(size_t(5) * 2 * room_),
      sum_(size_t(2) * room_) {}

void FusionBlend::begin(const CoarseRows& result) {
  uint16_t* coarse = half(1).even;
  expandDown(result, coarse_width_, coarse);
  expandAcross(coarse, coarse_width_, half(0));
  std::fill(sum_.begin(), sum_.end(), 0);
}

void FusionBlend::begin() {
  std::fill(samples_.begin(), samples_.begin() + 2 * room_, kResultZero);
  std::fill(sum_.begin(), sum_.end(), 0);
}

void FusionBlend::add(Split<const uint16_t> weight, Split<const uint16_t> fine, const CoarseRows* coarse) {
  uint16_t* expanded = nullptr;
  if (coarse) {
    expanded = half(1).even;
    expandDown(*coarse, coarse_width_, expanded);
  }
  addDetail(weight, fine, expanded, coarse_width_, {&sum_[kRowMargin], &sum_[kRowMargin + room_]});
}

void FusionBlend::add(const uint16_t* weight, const uint16_t* fine, const CoarseRows* coarse) {
  const auto split_weight = half(2), split_fine = half(3);
  splitRow(weight, width_, split_weight);
  splitRow(fine, width_, split_fine);
  add(Split<const uint16_t>{split_weight.even, split_weight.odd}, {split_fine.even, split_fine.odd}, coarse);
}

Split<const uint16_t> FusionBlend::finishSplit() {
  const auto base = half(0), out = half(4);
  // Half a step is rounded up in even columns and down in odd ones, so that no level brightens the picture.
  combine(base.even, &sum_[kRowMargin], 1, coarse_width_, out.even);
  combine(base.odd, &sum_[kRowMargin + room_], 0, coarse_width_, out.odd);
  return {out.even, out.odd};
}

void FusionBlend::finish(uint16_t* out) {
  const auto row = finishSplit();
  interleave(row.even, row.odd, width_ / 2, out);
  if (width_ & 1) {
    uint16_t last[2];
    interleave(row.even + width_ / 2, row.even + width_ / 2, 1, last);
    out[width_ - 1] = last[0];
  }
}

void toSamples(const Split<const uint16_t> planes[3], int begin, int count, uint16_t* out) {
  const int half = begin / 2;
  const int done = 2 * storeBlocks(planes[0].even + half, planes[0].odd + half, planes[1].even + half, planes[1].odd + half,
                                   planes[2].even + half, planes[2].odd + half, count / 2, out);
  for (int x = done; x < count; x++) {
    for (int plane = 0; plane < 3; plane++) {
      const uint16_t* row = (x & 1) ? planes[plane].odd : planes[plane].even;
      out[3 * x + plane] = toSample(row[half + x / 2]);
    }
  }
}

}  // namespace lightwell
