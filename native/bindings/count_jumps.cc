#include "../kernels/check/count_jumps.h"

#include "../binding.h"

namespace lightwell {

static napi_value callCountJumps(napi_env env, napi_callback_info info) {
  Call call(env, info);
  CountJumpsArgs args{};
  args.copy = call.u16("copy");
  for (int i = 0; i < call.listLength("frames"); i++) args.frames.push_back(call.listU16("frames", i));
  args.counts = call.u8("counts");
  args.width = call.integer("width");
  args.height = call.integer("height");
  args.skip = call.integer("skip");
  args.least_jump = call.number("leastJump");
  args.times_jump = call.number("timesJump");
  if (call.failed()) return nullptr;
  return call.finish(countJumps(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(countJumps, callCountJumps);

}  // namespace lightwell
