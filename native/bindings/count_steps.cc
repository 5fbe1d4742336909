#include "../kernels/check/count_steps.h"

#include "../binding.h"

namespace lightwell {

static napi_value callCountSteps(napi_env env, napi_callback_info info) {
  Call call(env, info);
  CountStepsArgs args{};
  args.picture = call.f32("picture");
  for (int i = 0; i < call.listLength("frames"); i++) args.frames.push_back(call.listF32("frames", i));
  args.reversed = call.i32("reversed");
  args.grown = call.i32("grown");
  args.width = call.integer("width");
  args.height = call.integer("height");
  args.apart = call.integer("apart");
  args.least_step = call.number("leastStep");
  args.plain_step = call.number("plainStep");
  args.grown_by = call.number("grownBy");
  args.grown_step = call.number("grownStep");
  if (call.failed()) return nullptr;
  return call.finish(countSteps(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(countSteps, callCountSteps);

}  // namespace lightwell
