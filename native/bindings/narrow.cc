#include "../kernels/copies/narrow.h"

#include "../binding.h"

namespace lightwell {

static napi_value callNarrow(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const NarrowArgs args{call.u16("source"), call.u8("target"), call.integer("rowSamples")};
  if (call.failed()) return nullptr;
  return call.finish(narrow(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(narrow, callNarrow);

}  // namespace lightwell
