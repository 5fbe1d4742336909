// Written by `npm run kernels` from src/kernels/reference/fusion/structure-maps.ts.
#include "structure_maps.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, StructureMapsArgs& args) {
  call.read("sources", args.sources);
  call.read("lumas", args.lumas);
  call.read("structure", args.structure);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("factor", args.factor);
}

static bool fits(const StructureMapsArgs& args, int row_end) {
  const int64_t sources = args.sources.size(), width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         row_end <= (height + factor - 1) / factor &&
         eachHolds(args.sources, {width, height}) &&
         int64_t(args.lumas.size()) == sources &&
         eachHolds(args.lumas, {(width + factor - 1) / factor, (height + factor - 1) / factor}) &&
         int64_t(args.structure.size()) == sources &&
         eachHolds(args.structure, {(width + factor - 1) / factor, (height + factor - 1) / factor});
}

static napi_value callStructureMaps(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<StructureMapsArgs>(structureMaps);
}
LW_REGISTER(structureMaps, callStructureMaps);

}  // namespace lightwell
