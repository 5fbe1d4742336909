#include <cstring>

#include "xtrans_tile.h"

namespace lightwell {
namespace xtrans {

namespace {

constexpr float kFloor = 1e-6f;

// Eight floats. If the machine's vectors have only four, the compiler uses two of them.
#if defined(__GNUC__)
typedef float Wide __attribute__((vector_size(32)));
#else
struct Wide {
  float lane[8];
};
inline Wide operator+(Wide a, const Wide& b) {
  for (int i = 0; i < 8; i++) a.lane[i] += b.lane[i];
  return a;
}
inline Wide operator*(Wide a, const Wide& b) {
  for (int i = 0; i < 8; i++) a.lane[i] *= b.lane[i];
  return a;
}
inline Wide operator*(float a, Wide b) {
  for (int i = 0; i < 8; i++) b.lane[i] *= a;
  return b;
}
#endif

// Estimates of the models of one family for one block of cells. The accumulators stay in registers.
struct Estimates {
  Wide low[kFamily], high[kFamily];
};

LW_INLINE void estimate(const float* at, const int* offsets, const float* filters, Estimates& out) {
  Wide low[kFamily] = {}, high[kFamily] = {};
  for (int t = 0; t < kTaps; t++) {
    Wide a, b;
    std::memcpy(&a, at + offsets[t], sizeof a);
    std::memcpy(&b, at + offsets[t] + 8, sizeof b);
    for (int k = 0; k < kFamily; k++) {
      low[k] = low[k] + filters[t * kModels + k] * a;
      high[k] = high[k] + filters[t * kModels + k] * b;
    }
  }
  for (int k = 0; k < kFamily; k++) {
    out.low[k] = low[k];
    out.high[k] = high[k];
  }
}

LW_INLINE float least(float a, float b) { return a < b ? a : b; }

// A model's weight is the inverse fourth power of its error: in effect the best model, or the mean of equally good
// ones. Writes the weights of one family, their sums and the family's smallest error.
LW_INLINE void weighModels(const float* errors, const int* columns, float (*weights)[kComputed], float* sums, float* smallest, int cells) {
  for (int k = 0; k < kFamily; k++) {
    const float* row = errors + k * kRow;
    const float *l2 = row + columns[0], *l1 = row + columns[1], *m = row + columns[2], *r1 = row + columns[3], *r2 = row + columns[4];
    float* __restrict out = weights[k];
    for (int i = 0; i < cells; i++) {
      const float e = kFloor + ((l2[i] + r2[i]) + 2.0f * (l1[i] + r1[i]) + 3.0f * m[i]);
      const float inverse = 1.0f / (e * e);
      const float weight = inverse * inverse;
      out[i] = weight;
      sums[i] = k == 0 ? weight : sums[i] + weight;
      smallest[i] = k == 0 ? e : least(smallest[i], e);
    }
  }
}

}  // namespace

LW_CLONES void squaredErrors(const float* at, const int* offsets, const float* filters, float* out, int cells) {
  for (int f = 0; f < 2; f++) {
    for (int i = 0; i < cells; i += kBlock) {
      Estimates e;
      estimate(at + i, offsets, filters + f * kFamily, e);
      for (int k = 0; k < kFamily; k++) {
        const Wide low = e.low[k] * e.low[k], high = e.high[k] * e.high[k];
        float* to = out + (f * kFamily + k) * kRow + i;
        std::memcpy(to, &low, sizeof low);
        std::memcpy(to + 8, &high, sizeof high);
      }
    }
  }
}

LW_CLONES void sumRows(const float* const* rows, float* __restrict out) {
  const float *u2 = rows[0], *u1 = rows[1], *m = rows[2], *d1 = rows[3], *d2 = rows[4];
  for (int i = 0; i < kModels * kRow; i++) out[i] = (u2[i] + d2[i]) + 2.0f * (u1[i] + d1[i]) + 3.0f * m[i];
}

LW_CLONES void mixGreen(const float* at, const int* offsets, const float* filters, const float* errors, const int* columns,
                        float* __restrict out, int cells) {
  float weights[kFamily][kComputed], sums[2][kComputed], smallest[2][kComputed], mixed[2][kComputed];
  for (int f = 0; f < 2; f++) {
    weighModels(errors + f * kFamily * kRow, columns, weights, sums[f], smallest[f], cells);
    for (int i = 0; i < cells; i += kBlock) {
      Estimates e;
      estimate(at + i, offsets, filters + f * kFamily, e);
      Wide low = {}, high = {};
      for (int k = 0; k < kFamily; k++) {
        Wide a, b;
        std::memcpy(&a, weights[k] + i, sizeof a);
        std::memcpy(&b, weights[k] + i + 8, sizeof b);
        low = low + a * e.low[k];
        high = high + b * e.high[k];
      }
      std::memcpy(mixed[f] + i, &low, sizeof low);
      std::memcpy(mixed[f] + i + 8, &high, sizeof high);
    }
  }
  for (int i = 0; i < cells; i++) {
    const float ratio = smallest[0][i] / smallest[1][i], fourth = (ratio * ratio) * (ratio * ratio);
    const float share = fourth / (1.0f + fourth);
    const float green = (1.0f - share) * (mixed[0][i] / sums[0][i]) + share * (mixed[1][i] / sums[1][i]);
    out[i] = green > 0.0f ? green : 0.0f;
  }
}

}  // namespace xtrans
}  // namespace lightwell
