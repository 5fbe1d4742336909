#include "../kernels/demosaic/demosaic_xtrans.h"

#include "../binding.h"

namespace lightwell {

static napi_value callDemosaicXtrans(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const DemosaicXtransArgs args{call.u16("source"), call.u16("target"),    call.u8("pattern"),    call.f32("filters"), call.f32("black"),
                                call.f32("scale"),  call.integer("width"), call.integer("height")};
  if (call.failed()) return nullptr;
  return call.finish(demosaicXtrans(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(demosaicXtrans, callDemosaicXtrans);

}  // namespace lightwell
