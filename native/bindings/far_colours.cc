#include "../kernels/check/far_colours.h"

#include "../binding.h"

namespace lightwell {

static napi_value callFarColours(napi_env env, napi_callback_info info) {
  Call call(env, info);
  FarColoursArgs args{};
  args.lab = call.f32("lab");
  args.plain = call.f32("plain");
  for (int i = 0; i < call.listLength("labs"); i++) args.labs.push_back(call.listF32("labs", i));
  for (int i = 0; i < call.listLength("rgbs"); i++) args.rgbs.push_back(call.listF32("rgbs", i));
  for (int i = 0; i < call.listLength("lumas"); i++) args.lumas.push_back(call.listF32("lumas", i));
  args.distances = call.f32("distances");
  args.far = call.i32("far");
  args.foreign = call.i32("foreign");
  args.width = call.integer("width");
  args.foreign_from = call.number("foreignFrom");
  args.least_ratio = call.number("leastRatio");
  args.most_ratio = call.number("mostRatio");
  args.darkest = call.number("darkest");
  args.brightest = call.number("brightest");
  if (call.failed()) return nullptr;
  return call.finish(farColours(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(farColours, callFarColours);

}  // namespace lightwell
