// Written by `npm run kernels` from src/kernels/declarations/develop/capture-sharpen.ts.
#pragma once
#include "capture_sharpen.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, CaptureSharpenArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "target"}, args.target);
  call.read({2, "noise"}, args.noise);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "beside"}, args.beside);
  call.read({6, "second"}, args.second);
  call.read({7, "third"}, args.third);
}

template <typename S>
static bool fits(const CaptureSharpenArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         holds(args.source, {width, height, 3}) &&
         holds(args.target, {width, height, 3}) &&
         holds(args.noise, {256});
}

LW_KERNEL(captureSharpen) {
  if (call.isU8({0, "source"})) return call.run<CaptureSharpenArgs<uint8_t>>(captureSharpen);
  return call.run<CaptureSharpenArgs<uint16_t>>(captureSharpen);
}

}  // namespace lightwell
