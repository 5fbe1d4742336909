// Written by `npm run kernels` from src/kernels/declarations/raw/raw-denoise.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct RawDenoiseArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  int width;
  int height;
  float floor;
  float luma_reach;
  float chroma_reach;
  float luma_share;
};

Status rawDenoise(const RawDenoiseArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
