#include "jpeg_block.h"

#include "../view.h"

namespace lightwell {

namespace {

constexpr int kConstBits = 13;
constexpr int kPassBits = 2;

constexpr int32_t fix(double value) { return static_cast<int32_t>(value * (1 << kConstBits) + 0.5); }

// Shifts right by Bits (left where negative), rounded.
template <int Bits>
LW_INLINE int16_t scaled(int32_t value) {
  if constexpr (Bits < 0) {
    return static_cast<int16_t>(value * (1 << -Bits));
  } else {
    return static_cast<int16_t>((value + (1 << (Bits - 1))) >> Bits);
  }
}

// One dimension of the forward DCT (Loeffler, Ligtenberg and Moschytz 1989, in libjpeg's integers) down all eight columns: lane i takes
// d[8 k + i].
template <int PlainBits, int ProductBits>
LW_INLINE void transformColumns(int16_t* __restrict d) {
  for (int i = 0; i < 8; i++) {
    const int32_t sum0 = d[i] + d[56 + i], dif0 = d[i] - d[56 + i];
    const int32_t sum1 = d[8 + i] + d[48 + i], dif1 = d[8 + i] - d[48 + i];
    const int32_t sum2 = d[16 + i] + d[40 + i], dif2 = d[16 + i] - d[40 + i];
    const int32_t sum3 = d[24 + i] + d[32 + i], dif3 = d[24 + i] - d[32 + i];
    const int32_t even0 = sum0 + sum3, even1 = sum1 + sum2, even2 = sum1 - sum2, even3 = sum0 - sum3;
    const int32_t turned = (even2 + even3) * fix(0.541196100);
    d[i] = scaled<PlainBits>(even0 + even1);
    d[32 + i] = scaled<PlainBits>(even0 - even1);
    d[16 + i] = scaled<ProductBits>(turned + even3 * fix(0.765366865));
    d[48 + i] = scaled<ProductBits>(turned - even2 * fix(1.847759065));
    const int32_t z5 = (dif3 + dif1 + dif2 + dif0) * fix(1.175875602);
    const int32_t z1 = -(dif3 + dif0) * fix(0.899976223), z2 = -(dif2 + dif1) * fix(2.562915447);
    const int32_t z3 = z5 - (dif3 + dif1) * fix(1.961570560), z4 = z5 - (dif2 + dif0) * fix(0.390180644);
    d[56 + i] = scaled<ProductBits>(dif3 * fix(0.298631336) + z1 + z3);
    d[40 + i] = scaled<ProductBits>(dif2 * fix(2.053119869) + z2 + z4);
    d[24 + i] = scaled<ProductBits>(dif1 * fix(3.072711026) + z2 + z3);
    d[8 + i] = scaled<ProductBits>(dif0 * fix(1.501321110) + z1 + z4);
  }
}

#if defined(__GNUC__)
typedef int16_t Lanes8 __attribute__((vector_size(16)));
typedef int32_t Lanes4 __attribute__((vector_size(16)));
typedef int64_t Lanes2 __attribute__((vector_size(16)));

LW_INLINE void transpose(int16_t* d) {
  Lanes8 r[8], s[8];
  __builtin_memcpy(r, d, sizeof r);
  for (int i = 0; i < 4; i++) {
    s[2 * i] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 0, 8, 1, 9, 2, 10, 3, 11);
    s[2 * i + 1] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 4, 12, 5, 13, 6, 14, 7, 15);
  }
  Lanes4 t[8];
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      const Lanes4 a = reinterpret_cast<Lanes4>(s[4 * i + j]), b = reinterpret_cast<Lanes4>(s[4 * i + 2 + j]);
      t[4 * i + 2 * j] = __builtin_shufflevector(a, b, 0, 4, 1, 5);
      t[4 * i + 2 * j + 1] = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    }
  }
  Lanes2 out[8];
  for (int i = 0; i < 4; i++) {
    const Lanes2 a = reinterpret_cast<Lanes2>(t[i]), b = reinterpret_cast<Lanes2>(t[4 + i]);
    out[2 * i] = __builtin_shufflevector(a, b, 0, 2);
    out[2 * i + 1] = __builtin_shufflevector(a, b, 1, 3);
  }
  __builtin_memcpy(d, out, sizeof out);
}
#else
inline void transpose(int16_t* d) {
  for (int y = 0; y < 8; y++) {
    for (int x = 0; x < y; x++) {
      const int16_t value = d[y * 8 + x];
      d[y * 8 + x] = d[x * 8 + y];
      d[x * 8 + y] = value;
    }
  }
}
#endif

// |c| + 0.5 below a multiple of the divisor stays below it in floats: the numbers have 16 bits.
LW_INLINE int16_t quantised(int32_t c, int32_t half, float inverse) {
  const int32_t size = c < 0 ? -c : c;
  const int32_t q = static_cast<int32_t>((static_cast<float>(size + half) + 0.5f) * inverse);
  return static_cast<int16_t>(c < 0 ? -q : q);
}

}  // namespace

Quantiser makeQuantiser(const uint8_t* divisors) {
  Quantiser quantiser;
  for (int i = 0; i < kBlockSize; i++) {
    const int32_t divisor = divisors[i] * 8;
    quantiser.half[i] = divisor >> 1;
    quantiser.inverse[i] = 1.0f / static_cast<float>(divisor);
  }
  return quantiser;
}

LW_CLONES void transformBlock(const uint8_t* __restrict samples, int stride, const Quantiser& quantiser, int16_t* __restrict d) {
  for (int y = 0; y < 8; y++) {
    for (int x = 0; x < 8; x++) d[y * 8 + x] = static_cast<int16_t>(samples[y * stride + x] - 128);
  }
  transpose(d);
  transformColumns<-kPassBits, kConstBits - kPassBits>(d);
  transpose(d);
  transformColumns<kPassBits, kConstBits + kPassBits>(d);
  for (int i = 0; i < kBlockSize; i++) d[i] = quantised(d[i], quantiser.half[i], quantiser.inverse[i]);
}

}  // namespace lightwell
