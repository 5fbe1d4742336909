// Written by `npm run kernels` from src/kernels/declarations/demosaic.ts.
#pragma once
#include "../status.h"
#include "../view.h"
#include "constants.h"

namespace lightwell {

struct DemosaicBayerArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  View<float> black;
  View<float> scale;
  int width;
  int height;
  int red_x;
  int red_y;
};

Status demosaicBayer(const DemosaicBayerArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct DemosaicXtransArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  View<uint8_t> pattern;
  View<float> filters;
  View<float> black;
  View<float> scale;
  int width;
  int height;
};

Status demosaicXtrans(const DemosaicXtransArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
