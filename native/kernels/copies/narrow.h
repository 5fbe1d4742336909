#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// 16 bits to 8: round(x * 255 / 65535). source and target: rows of row_samples.
struct NarrowArgs {
  View<uint16_t> source;
  View<uint8_t> target;
  int row_samples;
};

Status narrow(const NarrowArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
