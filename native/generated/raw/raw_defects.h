// Written by `npm run kernels` from src/kernels/declarations/raw/raw-defects.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

struct RawDefectsArgs {
  View<uint16_t> source;
  View<float> found;
  View<float> pairs;
  View<float> likes;
  View<float> probes;
  int width;
  int height;
  int cell_width;
  int cell_height;
  int reach_x;
  int reach_y;
  int like_count;
  int beside;
  int probe_length;
  int fellows;
  double sure_sigmas;
  int slots;
  int black;
  int white;
  int floor;
  int share;
  double noise_scale;
  double noise_offset;
};

Status rawDefects(const RawDefectsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
