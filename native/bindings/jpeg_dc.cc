#include "../kernels/jpeg/jpeg_dc.h"

#include "../binding.h"

namespace lightwell {

static napi_value callJpegDc(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const JpegDcArgs args{call.u8("scan"),       call.u8("tables"),      call.i32("quants"),   call.integer("width"),
                        call.integer("height"), call.integer("across"), call.integer("down"), call.integer("restartInterval"),
                        call.u8("target")};
  if (call.failed()) return nullptr;
  return call.finish(jpegDc(args, call.cancel()));
}
// Not a kernel of the set, so without LW_REGISTER, which asks for a reference: the reference is the library's own decoder.
static Registration registration("jpegDc", callJpegDc);

}  // namespace lightwell
