// Written by `npm run kernels` from src/kernels/declarations/light/structure-maps.ts.
#pragma once
#include "structure_maps.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, StructureMapsArgs& args) {
  call.read({0, "sources"}, args.sources);
  call.read({1, "lumas"}, args.lumas);
  call.read({2, "structure"}, args.structure);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "factor"}, args.factor);
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

LW_KERNEL(structureMaps) {
  return call.run<StructureMapsArgs>(structureMaps);
}

}  // namespace lightwell
