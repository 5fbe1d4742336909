#include "../kernels/grade/guided_filter.h"

#include "../binding.h"

namespace lightwell {

static napi_value callGuidedFilter(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const GuidedFilterArgs args{call.f32("guide"),      call.f32("planes"),      call.f32("coefficients"),
                              call.integer("width"),  call.integer("height"),  call.integer("radius"),
                              call.number("epsilon")};
  if (call.failed()) return nullptr;
  return call.finish(guidedFilter(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(guidedFilter, callGuidedFilter);

}  // namespace lightwell
