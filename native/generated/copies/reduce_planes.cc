// Written by `npm run kernels` from src/kernels/reference/copies/reduce-planes.ts.
#include "reduce_planes.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, ReducePlanesArgs& args) {
  call.read("source", args.source);
  call.read("target", args.target);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("planes", args.planes);
}

static bool fits(const ReducePlanesArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, planes = args.planes;
  return areSizes(width, height, planes) &&
         row_end <= (height + 1) / 2 * planes &&
         holds(args.source, {width, height, planes}) &&
         holds(args.target, {(width + 1) / 2, (height + 1) / 2, planes});
}

static napi_value callReducePlanes(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<ReducePlanesArgs>(reducePlanes);
}
LW_REGISTER(reducePlanes, callReducePlanes);

}  // namespace lightwell
