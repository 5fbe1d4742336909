#include "../kernels/demosaic/demosaic_bayer.h"

#include "../binding.h"

namespace lightwell {

static napi_value callDemosaicBayer(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const DemosaicBayerArgs args{call.u16("source"),     call.u16("target"),     call.f32("black"),    call.f32("scale"),
                               call.integer("width"), call.integer("height"), call.integer("redX"), call.integer("redY")};
  if (call.failed()) return nullptr;
  return call.finish(demosaicBayer(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(demosaicBayer, callDemosaicBayer);

}  // namespace lightwell
