// Written by `npm run kernels` from src/kernels/reference/copies/narrow.ts.
#include "narrow.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, NarrowArgs& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("rowSamples", args.row_samples);
}

static bool fits(const NarrowArgs& args, int row_end) {
  const int64_t row_samples = args.row_samples;
  return row_samples >= 1 &&
         row_end <= kMostSize &&
         holds(args.source, {row_samples, row_end}) &&
         holds(args.target, {row_samples, row_end});
}

static napi_value callNarrow(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<NarrowArgs>(narrow);
}
LW_REGISTER(narrow, callNarrow);

}  // namespace lightwell
