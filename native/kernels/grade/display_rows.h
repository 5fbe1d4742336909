#pragma once
#include "../../view.h"

// Rows of display values on their way out, shared by the kernels that write a fused picture.

namespace lightwell {

// Bends both ends into [0, 1]: values above `knee` towards 1, those below 0.2 (1 - knee) towards 0. The bend 1 - 1 / (1
// + t + t^2 / 2), nearly that of 1 - e^-t, starts with slope 1 and comes near 1 so late that peaks keep their
// structure. knee < 1.
LW_INLINE void bendEnds(float* __restrict row, int width, float knee) {
  const float room = 1.0f - knee, low = 0.2f * room;
  const float per_room = 1.0f / room, per_low = 1.0f / low;
  for (int x = 0; x < width; x++) {
    // At most one of them is positive: one division, the slowest step by far, serves both.
    const float over = (row[x] - knee) * per_room, under = (low - row[x]) * per_low;
    const float beyond = over > 0.0f ? over : under, most = over > 0.0f ? room : low;
    const float left = most / (1.0f + beyond + 0.5f * beyond * beyond);
    const float value = over > 0.0f ? 1.0f - left : row[x];
    row[x] = under > 0.0f ? left : value;
  }
}

// Planes to interleaved 16 bits; 65535 = `one` above the value that is written as 0, which is -`headroom`.
LW_INLINE void quantiseRow(const float* __restrict r, const float* __restrict g, const float* __restrict b, int width, float headroom,
                           uint16_t* __restrict out) {
  const float scale = 65535.0f / (1.0f + 2.0f * headroom);
  const auto quantise = [&](float value) {
    const float coded = (value + headroom) * scale;
    const float low = coded > 0.0f ? coded : 0.0f;
    return static_cast<uint16_t>(static_cast<int>((low < 65535.0f ? low : 65535.0f) + 0.5f));
  };
  for (int x = 0; x < width; x++) {
    out[3 * x] = quantise(r[x]);
    out[3 * x + 1] = quantise(g[x]);
    out[3 * x + 2] = quantise(b[x]);
  }
}

}  // namespace lightwell
