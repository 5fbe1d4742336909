// Written by `npm run kernels` from src/kernels/declarations/raw/gain-field.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct GainFieldArgs {
  View<uint16_t> data;
  View<float> grid;
  int width;
  int height;
  int samples;
  int top;
  int left;
  int bottom;
  int right;
  int row_pitch;
  int col_pitch;
  int plane;
  int planes;
  int points_v;
  int points_h;
  int map_planes;
  double step_x;
  double step_y;
  double origin_x;
  double origin_y;
  float pedestal;
};

Status gainField(const GainFieldArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
