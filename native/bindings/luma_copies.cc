#include "../kernels/copies/luma_copies.h"

#include "../binding.h"

namespace lightwell {

static napi_value callLumaCopies(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const auto fine = call.u16("fine");
  const auto luma = call.f32("luma"), peak = call.f32("peak");
  const int width = call.integer("width"), height = call.integer("height");
  const int factor = call.integer("factor"), coarsening = call.integer("coarsening");
  if (call.isU8("source")) {
    const LumaCopiesArgs<uint8_t> args{call.u8("source"), fine, luma, peak, width, height, factor, coarsening};
    if (call.failed()) return nullptr;
    return call.finish(lumaCopies(args, call.rowBegin(), call.rowEnd(), call.cancel()));
  }
  const LumaCopiesArgs<uint16_t> args{call.u16("source"), fine, luma, peak, width, height, factor, coarsening};
  if (call.failed()) return nullptr;
  return call.finish(lumaCopies(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(lumaCopies, callLumaCopies);

}  // namespace lightwell
