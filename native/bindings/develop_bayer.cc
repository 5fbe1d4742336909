#include "../kernels/develop/develop_bayer.h"

#include "../binding.h"

namespace lightwell {

static napi_value callDevelopBayer(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const bool narrow = call.isU8("target");
  DevelopBayerArgs args{};
  args.source = call.u16("source");
  if (narrow) args.target8 = call.u8("target");
  else args.target16 = call.u16("target");
  args.black = call.f32("black");
  args.scale = call.f32("scale");
  args.curve = call.u16("curve");
  args.matrix = call.f32("matrix");
  args.clip = call.f32("clip");
  args.width = call.integer("width");
  args.height = call.integer("height");
  args.red_x = call.integer("redX");
  args.red_y = call.integer("redY");
  args.left = call.integer("left");
  args.top = call.integer("top");
  args.crop_width = call.integer("cropWidth");
  args.crop_height = call.integer("cropHeight");
  args.start = call.wide("start");
  args.step_x = call.wide("stepX");
  args.step_y = call.wide("stepY");
  if (call.failed()) return nullptr;
  return call.finish(developBayer(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(developBayer, callDevelopBayer);

}  // namespace lightwell
