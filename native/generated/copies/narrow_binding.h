// Written by `npm run kernels` from src/kernels/declarations/copies/narrow.ts.
#pragma once
#include "narrow.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, NarrowArgs& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "rowSamples"}, args.row_samples);
}

static bool fits(const NarrowArgs& args, int row_end) {
  const int64_t row_samples = args.row_samples;
  return row_samples >= 1 &&
         row_end <= kMostSize &&
         holds(args.source, {row_samples, row_end}) &&
         holds(args.target, {row_samples, row_end});
}

LW_KERNEL(narrow) {
  return call.run<NarrowArgs>(narrow);
}

}  // namespace lightwell
