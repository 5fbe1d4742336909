// Written by `npm run kernels` from src/kernels/declarations/geometry/channel-shifts.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../constants.h"
#include "../records.h"

namespace lightwell {

template <typename S>
struct ChannelShiftsArgs {
  View<S> source;
  View<float> shifts;
  int width;
  int height;
  int block_px;
  int spacing;
  double max;
  double least_slope;
  double least_contrast;
  double brightest;
  int halved;
  double units_per_px;
  double red_linear;
  double red_cubic;
  double blue_linear;
  double blue_cubic;
};

template <typename S>
Status channelShifts(const ChannelShiftsArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
