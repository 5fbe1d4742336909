// Written by `npm run kernels` from src/kernels/declarations/copies/narrow.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct NarrowArgs {
  View<uint16_t> source;
  View<uint8_t> target;
  int row_samples;
};

Status narrow(const NarrowArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
