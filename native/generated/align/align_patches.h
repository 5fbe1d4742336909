// Written by `npm run kernels` from src/kernels/declarations/align/align-patches.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

template <typename S>
struct AlignPatchesArgs {
  View<S> source;
  int width;
  int height;
  int channels;
  int channel;
  int factor;
  View<uint16_t> lut;
  View<int32_t> origins;
  int size;
  int radius;
  int clip_at;
  bool spline;
  View<float> target;
  View<uint8_t> clipped;
};

template <typename S>
Status alignPatches(const AlignPatchesArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
