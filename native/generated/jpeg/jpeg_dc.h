// Written by `npm run kernels` from src/kernels/declarations/jpeg/jpeg-dc.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

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

}  // namespace lightwell
