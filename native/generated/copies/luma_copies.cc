// Written by `npm run kernels` from src/kernels/reference/copies/luma-copies.ts.
#include "luma_copies.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, LumaCopiesArgs<S>& args) {
  call.read("source", args.source);
  call.read("fine", args.fine);
  call.read("luma", args.luma);
  call.read("peak", args.peak);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("factor", args.factor);
  call.read("coarsening", args.coarsening);
}

template <typename S>
static bool fits(const LumaCopiesArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, factor = args.factor, coarsening = args.coarsening;
  return areSizes(width, height, factor) &&
         factor <= 64 &&
         (coarsening == 1 || coarsening == 2) &&
         row_end <= (height / factor + coarsening - 1) / coarsening &&
         holds(args.source, {width, height, 3}) &&
         holds(args.fine, {width / factor, height / factor}) &&
         holds(args.luma, {width / factor / coarsening, height / factor / coarsening}) &&
         holds(args.peak, {width / factor / coarsening, height / factor / coarsening});
}

static napi_value callLumaCopies(napi_env env, napi_callback_info info) {
  Call call(env, info);
  if (call.isU8("source")) return call.run<LumaCopiesArgs<uint8_t>>(lumaCopies);
  return call.run<LumaCopiesArgs<uint16_t>>(lumaCopies);
}
LW_REGISTER(lumaCopies, callLumaCopies);

}  // namespace lightwell
