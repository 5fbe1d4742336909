#include "../kernels/check/count_edges.h"

#include "../binding.h"

namespace lightwell {

static napi_value callCountEdges(napi_env env, napi_callback_info info) {
  Call call(env, info);
  CountEdgesArgs args{};
  args.picture = call.f32("picture");
  args.plain = call.f32("plain");
  for (int i = 0; i < call.listLength("frames"); i++) args.frames.push_back(call.listF32("frames", i));
  args.counts = call.i32("counts");
  args.width = call.integer("width");
  args.height = call.integer("height");
  args.down = call.integer("down");
  args.reach = call.integer("reach");
  args.least_step = call.number("leastStep");
  args.shown_share = call.number("shownShare");
  args.ramp_share = call.number("rampShare");
  if (call.failed()) return nullptr;
  return call.finish(countEdges(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(countEdges, callCountEdges);

}  // namespace lightwell
