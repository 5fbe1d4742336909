// Written by `npm run kernels` from src/kernels/declarations/align.ts.
#pragma once
#include "../status.h"
#include "../view.h"
#include "constants.h"
#include "records.h"

namespace lightwell {

struct AlignAccumulateArgs {
  View<float> template_;
  View<uint8_t> blocked;
  int template_stride;
  View<float> frame;
  int frame_stride;
  bool spline;
  View<double> transform;
  View<int32_t> tiles;
  float min_square;
  float tukey;
  View<double> sums;
};

Status alignAccumulate(const AlignAccumulateArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct AlignFeatureArgs {
  View<uint16_t> source;
  View<float> target;
  int width;
  int height;
  int radius;
};

Status alignFeature(const AlignFeatureArgs& args, int row_begin, int row_end, CancelFlag cancel);

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
