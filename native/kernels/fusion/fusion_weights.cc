#include "fusion_weights.h"

#include <cstring>

#include "../../lanes.h"
#include "../../power.h"

namespace lightwell {

namespace {

constexpr float kWeightFloor = 1e-12f;
constexpr float kLog2e = 1.44269504f;
constexpr float kPerOne = 1.0f / kColorOne;

#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
// Each half of 32 bytes holds 16 pixels. Byte 3 k + C of 48 has a different position modulo 16 for every k, so that a
// channel's bytes of three vectors fit in one, which a single shuffle puts in order.
typedef uint8_t Lanes32U8 __attribute__((vector_size(32)));
typedef uint16_t Lanes16U16 __attribute__((vector_size(32)));
LW_INLINE Lanes32U8 loadHalves(const uint8_t* low, const uint8_t* high) {
  Lanes16U8 a, b;
  std::memcpy(&a, low, sizeof a);
  std::memcpy(&b, high, sizeof b);
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
                                 27, 28, 29, 30, 31);
}
// 255 if byte `place` of a channel comes from the given vector (0, 1 or 2), otherwise 0.
template <int C>
constexpr uint8_t maskAt(int vector, int place) {
  for (int k = 0; k < 16; k++) {
    if ((3 * k + C) % 16 == place) return (3 * k + C) / 16 == vector ? 255 : 0;
  }
  return 0;
}
template <int C, int Vector>
LW_INLINE Lanes32U8 mask() {
  return Lanes32U8{maskAt<C>(Vector, 0),  maskAt<C>(Vector, 1),  maskAt<C>(Vector, 2),  maskAt<C>(Vector, 3),
                   maskAt<C>(Vector, 4),  maskAt<C>(Vector, 5),  maskAt<C>(Vector, 6),  maskAt<C>(Vector, 7),
                   maskAt<C>(Vector, 8),  maskAt<C>(Vector, 9),  maskAt<C>(Vector, 10), maskAt<C>(Vector, 11),
                   maskAt<C>(Vector, 12), maskAt<C>(Vector, 13), maskAt<C>(Vector, 14), maskAt<C>(Vector, 15),
                   maskAt<C>(Vector, 0),  maskAt<C>(Vector, 1),  maskAt<C>(Vector, 2),  maskAt<C>(Vector, 3),
                   maskAt<C>(Vector, 4),  maskAt<C>(Vector, 5),  maskAt<C>(Vector, 6),  maskAt<C>(Vector, 7),
                   maskAt<C>(Vector, 8),  maskAt<C>(Vector, 9),  maskAt<C>(Vector, 10), maskAt<C>(Vector, 11),
                   maskAt<C>(Vector, 12), maskAt<C>(Vector, 13), maskAt<C>(Vector, 14), maskAt<C>(Vector, 15)};
}
template <int C>
constexpr int placeOf(int pixel) {
  return (3 * pixel + C) % 16;
}
template <int C>
LW_INLINE void storeChannel(Lanes32U8 a, Lanes32U8 b, Lanes32U8 c, uint16_t* even, uint16_t* odd) {
  const Lanes32U8 all = (a & mask<C, 0>()) | (b & mask<C, 1>()) | (c & mask<C, 2>());
  const auto p = [](int pixel) constexpr { return placeOf<C>(pixel); };
  const Lanes32U8 ordered = __builtin_shufflevector(
      all, all, p(0), p(1), p(2), p(3), p(4), p(5), p(6), p(7), p(8), p(9), p(10), p(11), p(12), p(13), p(14), p(15), 16 + p(0),
      16 + p(1), 16 + p(2), 16 + p(3), 16 + p(4), 16 + p(5), 16 + p(6), 16 + p(7), 16 + p(8), 16 + p(9), 16 + p(10), 16 + p(11),
      16 + p(12), 16 + p(13), 16 + p(14), 16 + p(15));
  const Lanes16U16 pairs = reinterpret_cast<Lanes16U16>(ordered);
  const Lanes16U16 low = (pairs << 7) & uint16_t(255 << 7), high = (pairs >> 1) & uint16_t(255 << 7);
  std::memcpy(even, &low, sizeof low);
  std::memcpy(odd, &high, sizeof high);
}
LW_CLONES int loadBlocks(const uint8_t* samples, int count, uint16_t* re, uint16_t* ro, uint16_t* ge, uint16_t* go, uint16_t* be,
                         uint16_t* bo) {
  int x = 0;
  for (; x + 32 <= count; x += 32) {
    const uint8_t* p = samples + 3 * x;
    const Lanes32U8 a = loadHalves(p, p + 48), b = loadHalves(p + 16, p + 64), c = loadHalves(p + 32, p + 80);
    storeChannel<0>(a, b, c, re + x / 2, ro + x / 2);
    storeChannel<1>(a, b, c, ge + x / 2, go + x / 2);
    storeChannel<2>(a, b, c, be + x / 2, bo + x / 2);
  }
  return x;
}
#else
int loadBlocks(const uint8_t*, int, uint16_t*, uint16_t*, uint16_t*, uint16_t*, uint16_t*, uint16_t*) { return 0; }
#endif

LW_INLINE uint16_t colorOf(uint8_t value) { return static_cast<uint16_t>(value << 7); }
LW_INLINE uint16_t colorOf(uint16_t value) { return static_cast<uint16_t>((uint32_t(value) * (kColorOne + 1)) >> 16); }

// The half is selected before it is indexed. Under -fsanitize=signed-integer-overflow, GCC 12 compiles `(odd ? a : b)[x
// / 2] = v` to two stores, and the second reads x of the division from a temporary that only the first sets.
template <typename T>
void loadRest(const T* samples, int from, int count, const Split<uint16_t> planes[3]) {
  for (int x = from; x < count; x++) {
    for (int plane = 0; plane < 3; plane++) {
      uint16_t* half = (x & 1) ? planes[plane].odd : planes[plane].even;
      half[x / 2] = colorOf(samples[3 * x + plane]);
    }
  }
}

// scale * 2^x for x in [-100, 0], to 8e-5 relative (a weight is a share of their sum): the integer part goes into the
// exponent bits, the rest through a minimax polynomial on [-1/2, 1/2]. It is written out so that it vectorises and
// gives the same bits on every machine.
LW_INLINE float powerOfTwo(float x, float scale) {
  // Adding this puts the nearest integer into the last bits.
  constexpr float kWholes = 1.5f * (1 << 23);
  const float rounded = x + kWholes, f = x - (rounded - kWholes);
  const float series = scale * 0.99992807f + f * (scale * 0.69326101f + f * (scale * 0.24261111f + f * (scale * 5.517155e-2f)));
  int32_t bits, whole;
  std::memcpy(&bits, &series, sizeof bits);
  std::memcpy(&whole, &rounded, sizeof whole);
  bits += static_cast<int32_t>(static_cast<uint32_t>(whole) << 23);
  float power;
  std::memcpy(&power, &bits, sizeof power);
  return power;
}

// Saturation, well-exposedness times `scale`, and grey in units of kGrayUnit / kColorOne.
constexpr float kGrayUnit = 0.587f;
struct Measures {
  float gray, saturation, exposedness;
};
LW_INLINE Measures measure(float r, float g, float b, float scale) {
  // Both measures are computed from the differences of channels, which are exactly 0 for neutral pixels: with v = sum
  // of their squares / 2, sum (c - mean)^2 = 2 v / 3 and sum (c - 1/2)^2 = 2 v / 3 + (sum - 3/2)^2 / 3. Sigma is 0.2.
  constexpr float kPerSigma = -12.5f * kLog2e * kPerOne * kPerOne / 3.0f;
  const float gb = g - b, v = (r - g) * (r - b) + gb * gb;
  const float middle = (r + g + b) - 1.5f * kColorOne;
  return {0.299f / kGrayUnit * r + g + 0.114f / kGrayUnit * b, std::sqrt(v),
          powerOfTwo(v * (2.0f * kPerSigma) + middle * middle * kPerSigma, scale)};
}

// Scale of the saturation that `measure` returns.
constexpr float kSaturationUnit = 0.81649658f * kPerOne;

LW_CLONES void measurePlain(const uint16_t* __restrict red, const uint16_t* __restrict green, const uint16_t* __restrict blue,
                            int count, float* __restrict gray, float* __restrict quality) {
  for (int x = 0; x < count; x++) {
    const Measures found = measure(float(red[x]), float(green[x]), float(blue[x]), kSaturationUnit * kGrayUnit * kPerOne);
    gray[x] = found.gray;
    quality[x] = found.saturation * found.exposedness;
  }
}
// The same with exponents other than 1. Powers are slow, so this runs only on request.
void measureGeneral(const uint16_t* red, const uint16_t* green, const uint16_t* blue, int count, const FusionExponents& exponents,
                    float* gray, float* quality) {
  for (int x = 0; x < count; x++) {
    const Measures found = measure(float(red[x]), float(green[x]), float(blue[x]), 1.0f);
    gray[x] = found.gray;
    quality[x] = power(found.saturation * kSaturationUnit, exponents.saturation) *
                 power(found.exposedness, exponents.exposedness) * (kGrayUnit * kPerOne);
  }
}

LW_CLONES void weighPlain(const float* __restrict up, const float* __restrict down, const float* __restrict left,
                          const float* __restrict right, const float* __restrict middle, const float* __restrict quality, int count,
                          float* __restrict out) {
  for (int x = 0; x < count; x++) {
    const float contrast = std::fabs((up[x] + down[x]) + (left[x] + right[x]) - 4.0f * middle[x]);
    out[x] = contrast * quality[x] + kWeightFloor;
  }
}
void weighGeneral(const float* up, const float* down, const float* left, const float* right, const float* middle,
                  const float* quality, int count, float exponent, float* out) {
  for (int x = 0; x < count; x++) {
    const float contrast = std::fabs((up[x] + down[x]) + (left[x] + right[x]) - 4.0f * middle[x]);
    out[x] = power(contrast * (kGrayUnit * kPerOne), exponent) * (quality[x] / (kGrayUnit * kPerOne)) + kWeightFloor;
  }
}

LW_CLONES void addTo(float* __restrict sum, const float* __restrict row, int room) {
  for (int x = 0; x < room; x++) sum[x] += row[x];
}
LW_CLONES void invert(float* __restrict sum, int room) {
  for (int x = 0; x < room; x++) sum[x] = float(kWeightOne) / sum[x];
}
LW_CLONES void scale(const float* __restrict row, const float* __restrict factor, int room, uint16_t* __restrict out) {
  for (int x = 0; x < room; x++) out[x] = static_cast<uint16_t>(static_cast<int>(row[x] * factor[x] + 0.5f));
}

}  // namespace

void loadColors(const EitherView& frame, size_t first, int count, const Split<uint16_t> planes[3]) {
  if (frame.u8.data) {
    const uint8_t* samples = frame.u8.data + first;
    const int done = loadBlocks(samples, count, planes[0].even, planes[0].odd, planes[1].even, planes[1].odd, planes[2].even,
                                planes[2].odd);
    loadRest(samples, done, count, planes);
  } else {
    loadRest(frame.u16.data + first, 0, count, planes);
  }
}

void prefetchColors(const EitherView& frame, size_t first, int count) {
#if defined(__GNUC__)
  constexpr size_t kLine = 64;
  const bool narrow = frame.u8.data != nullptr;
  const size_t size = narrow ? 1 : 2, length = narrow ? frame.u8.length : frame.u16.length;
  const char* data = narrow ? reinterpret_cast<const char*>(frame.u8.data) : reinterpret_cast<const char*>(frame.u16.data);
  const size_t end = first + size_t(count) * 3 < length ? first + size_t(count) * 3 : length;
  for (size_t at = first * size; at < end * size; at += kLine) __builtin_prefetch(data + at);
#else
  (void)frame, (void)first, (void)count;
#endif
}

void measureColors(const uint16_t* red, const uint16_t* green, const uint16_t* blue, int count, const FusionExponents& exponents,
                   float* gray, float* quality) {
  if (exponents.plain()) {
    measurePlain(red, green, blue, count, gray, quality);
  } else {
    measureGeneral(red, green, blue, count, exponents, gray, quality);
  }
}

void weighRow(Split<const float> up, Split<const float> middle, Split<const float> down, Split<const float> quality, int pairs,
              const FusionExponents& exponents, Split<float> out) {
  if (exponents.contrast == 1.0f) {
    weighPlain(up.even, down.even, middle.odd - 1, middle.odd, middle.even, quality.even, pairs, out.even);
    weighPlain(up.odd, down.odd, middle.even, middle.even + 1, middle.odd, quality.odd, pairs, out.odd);
  } else {
    const float exponent = exponents.contrast;
    weighGeneral(up.even, down.even, middle.odd - 1, middle.odd, middle.even, quality.even, pairs, exponent, out.even);
    weighGeneral(up.odd, down.odd, middle.even, middle.even + 1, middle.odd, quality.odd, pairs, exponent, out.odd);
  }
}

void normaliseWeights(const std::vector<const float*>& weights, int room, float* sum, const std::vector<uint16_t*>& out) {
  std::memcpy(sum, weights[0], sizeof(float) * room);
  for (size_t i = 1; i < weights.size(); i++) addTo(sum, weights[i], room);
  invert(sum, room);
  for (size_t i = 0; i < weights.size(); i++) scale(weights[i], sum, room, out[i]);
}

}  // namespace lightwell
