#include "../kernels/align/align_feature.h"

#include "../binding.h"

namespace lightwell {

static napi_value callAlignFeature(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const AlignFeatureArgs args{call.u16("source"), call.f32("target"), call.integer("width"), call.integer("height"),
                              call.integer("radius")};
  if (call.failed()) return nullptr;
  return call.finish(alignFeature(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(alignFeature, callAlignFeature);

}  // namespace lightwell
