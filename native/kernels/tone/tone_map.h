#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// The full-resolution pass of the tone stage on display-encoded RGB: white balance, base/detail luma curve, chroma inside the
// gamut; src/kernels/reference/tone/tone-map.ts says each step. source, target: width x height x 3, 8 or 16 bits; grid:
// gridWidth x gridHeight x 7 (slope, offset of the guided filter; white balance factors of R, B, about 1; lift of the light, about
// 1; spread of channels at which half of the colour goes, 0 and above; veil, 0 to 1); curve: nodes x 5, at least 2 nodes;
// vibrance -1 to 1; white 0 to 1, what full scale becomes. Rows are the target's.
struct ToneMapSettings {
  int width, height;
  View<float> grid;
  int gridWidth, gridHeight;
  double gridScaleX, gridScaleY;
  bool wrapX;
  View<float> curve;
  float vibrance;
  float white;
  bool dither;
};

template <typename In, typename Out>
struct ToneMapArgs {
  View<In> source;
  View<Out> target;
  ToneMapSettings settings;
};

Status toneMap(const ToneMapArgs<uint8_t, uint8_t>& args, int row_begin, int row_end, CancelFlag cancel);
Status toneMap(const ToneMapArgs<uint8_t, uint16_t>& args, int row_begin, int row_end, CancelFlag cancel);
Status toneMap(const ToneMapArgs<uint16_t, uint8_t>& args, int row_begin, int row_end, CancelFlag cancel);
Status toneMap(const ToneMapArgs<uint16_t, uint16_t>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
