// Written by `npm run kernels` from src/kernels/declarations/geometry/channel-shifts.ts.
#pragma once
#include "channel_shifts.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

template <typename S>
static void readArgs(Call& call, ChannelShiftsArgs<S>& args) {
  call.read({0, "source"}, args.source);
  call.read({1, "shifts"}, args.shifts);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "blockPx"}, args.block_px);
  call.read({5, "spacing"}, args.spacing);
  call.read({6, "max"}, args.max);
  call.read({7, "leastSlope"}, args.least_slope);
  call.read({8, "leastContrast"}, args.least_contrast);
  call.read({9, "brightest"}, args.brightest);
  call.read({10, "halved"}, args.halved);
  call.read({11, "unitsPerPx"}, args.units_per_px);
  call.read({12, "redLinear"}, args.red_linear);
  call.read({13, "redCubic"}, args.red_cubic);
  call.read({14, "blueLinear"}, args.blue_linear);
  call.read({15, "blueCubic"}, args.blue_cubic);
}

template <typename S>
static bool fits(const ChannelShiftsArgs<S>& args, int row_end) {
  const int64_t width = args.width, height = args.height, block_px = args.block_px, spacing = args.spacing, halved = args.halved;
  return areSizes(width, height, block_px, spacing) &&
         width >= 1 &&
         height >= 1 &&
         block_px >= 1 &&
         spacing >= 1 &&
         (halved == 0 || halved == 1) &&
         row_end <= (height + block_px - 1) / block_px &&
         holds(args.source, {width, height, 3}) &&
         holds(args.shifts, {(width + block_px - 1) / block_px, (height + block_px - 1) / block_px, 8});
}

LW_KERNEL(channelShifts) {
  if (call.isU8({0, "source"})) return call.run<ChannelShiftsArgs<uint8_t>>(channelShifts);
  return call.run<ChannelShiftsArgs<uint16_t>>(channelShifts);
}

}  // namespace lightwell
