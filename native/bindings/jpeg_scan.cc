#include "../kernels/jpeg_scan.h"

#include "../binding.h"

namespace lightwell {

static napi_value callJpegScan(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const bool narrow = call.isU8("source");
  const JpegScanArgs args{narrow ? call.u8("source") : View<uint8_t>{},
                          narrow ? View<uint16_t>{} : call.u16("source"),
                          call.integer("width"),
                          call.integer("height"),
                          call.integer("halved"),
                          call.u8("quantisers"),
                          call.u16("codes"),
                          call.u8("lengths"),
                          call.u8("target"),
                          call.integer("slotBytes"),
                          call.i32("sizes")};
  if (call.failed()) return nullptr;
  return call.finish(jpegScan(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(jpegScan, callJpegScan);

}  // namespace lightwell
