// Written by `npm run kernels` from src/kernels/reference/check/count-jumps.ts.
#include "count_jumps.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, CountJumpsArgs& args) {
  call.read("copy", args.copy);
  call.read("frames", args.frames);
  call.read("counts", args.counts);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("skip", args.skip);
  call.read("leastJump", args.least_jump);
  call.read("timesJump", args.times_jump);
}

static bool fits(const CountJumpsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, skip = args.skip;
  return areSizes(width, height) &&
         (skip == 1 || skip == 2 || skip == 4) &&
         row_end <= (height + 3) / 4 &&
         holds(args.copy, {width, height, 6}) &&
         eachHolds(args.frames, {width, height, 6}) &&
         holds(args.counts, {(width + 3) / 4, (height + 3) / 4});
}

static napi_value callCountJumps(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<CountJumpsArgs>(countJumps);
}
LW_REGISTER(countJumps, callCountJumps);

}  // namespace lightwell
