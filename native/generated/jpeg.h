// Written by `npm run kernels` from src/kernels/declarations/jpeg.ts.
#pragma once
#include "../status.h"
#include "../view.h"
#include "constants.h"
#include "records.h"

namespace lightwell {

struct JpegDcArgs {
  View<uint8_t> scan;
  View<uint8_t> tables;
  View<int32_t> quants;
  int width;
  int height;
  int across;
  int down;
  int restart_interval;
  View<uint8_t> target;
};

Status jpegDc(const JpegDcArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct UnpackLosslessArgs {
  View<uint8_t> bytes;
  View<int32_t> pieces;
  View<uint8_t> tables;
  View<uint16_t> curve;
  View<uint16_t> target;
  View<uint8_t> sound;
  int piece_count;
  int width;
  int height;
};

Status unpackLossless(const UnpackLosslessArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
