// Written by `npm run kernels` from src/kernels/reference/check/count-steps.ts.
#include "count_steps.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, CountStepsArgs& args) {
  call.read("picture", args.picture);
  call.read("frames", args.frames);
  call.read("reversed", args.reversed);
  call.read("grown", args.grown);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("apart", args.apart);
  call.read("leastStep", args.least_step);
  call.read("plainStep", args.plain_step);
  call.read("grownBy", args.grown_by);
  call.read("grownStep", args.grown_step);
}

static bool fits(const CountStepsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, apart = args.apart;
  return areSizes(width, height, apart) &&
         row_end <= height &&
         holds(args.picture, {width, height}) &&
         eachHolds(args.frames, {width, height}) &&
         holds(args.reversed, {height}) &&
         holds(args.grown, {height});
}

static napi_value callCountSteps(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<CountStepsArgs>(countSteps);
}
LW_REGISTER(countSteps, callCountSteps);

}  // namespace lightwell
