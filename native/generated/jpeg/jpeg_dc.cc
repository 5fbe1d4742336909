// Written by `npm run kernels` from src/kernels/reference/jpeg/jpeg-dc.ts.
#include "jpeg_dc.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, JpegDcArgs& args) {
  call.read("scan", args.scan);
  call.read("tables", args.tables);
  call.read("quants", args.quants);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("across", args.across);
  call.read("down", args.down);
  call.read("restartInterval", args.restart_interval);
  call.read("target", args.target);
}

static bool fits(const JpegDcArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, across = args.across, down = args.down, restart_interval = args.restart_interval;
  return width >= 8 &&
         width <= 65535 &&
         height >= 8 &&
         height <= 65535 &&
         (across == 1 || across == 2) &&
         (down == 1 || down == 2) &&
         restart_interval >= 0 &&
         row_end <= 1 &&
         holds(args.tables, {3, 2, 272}) &&
         holds(args.quants, {3}) &&
         holds(args.target, {height / 8, width / 8, 3});
}

static napi_value callJpegDc(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<JpegDcArgs>(jpegDc);
}
LW_REGISTER(jpegDc, callJpegDc);

}  // namespace lightwell
