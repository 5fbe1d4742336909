#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Square patches, read from the picture itself through a tone curve, less their mean over (2 radius + 1)^2. source: width x height x
// channels (1 to 4), 8 or 16 bits; its samples of `channel` go through lut (65536 entries, indexed by the sample scaled to 16 bits), and
// factor x factor of them (1 to 64) are averaged to a pixel. origins: {x, y} of each patch's first pixel, in such pixels; a border of
// `radius` (1 to 32) round each patch must lie inside the picture. target: patches x size x size (size 1 to 128), with spline the
// coefficients of the cubic B-spline through the samples; clipped,
// of the same shape or empty: 1 where a sample within two pixels reaches clip_at (in units of source), else 0. Rows are patches.
template <typename T>
struct AlignPatchesArgs {
  View<T> source;
  int width, height, channels, channel, factor;
  View<uint16_t> lut;
  View<int32_t> origins;
  int size, radius, clip_at;
  bool spline;
  View<float> target;
  View<uint8_t> clipped;
};

Status alignPatches(const AlignPatchesArgs<uint8_t>& args, int row_begin, int row_end, CancelFlag cancel);
Status alignPatches(const AlignPatchesArgs<uint16_t>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
