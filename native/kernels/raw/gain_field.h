#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Multiplies what lies above `pedestal` by a smooth field, in place: every row_pitch-th row and col_pitch-th column of the rectangle
// [left, right) x [top, bottom), channels [plane, plane + planes) of `samples` interleaved ones. The field is the bilinear surface through
// grid[(v * points_h + h) * map_planes + p] at h = x * step_x + origin_x, v = y * step_y + origin_y, constant beyond its borders; channel
// plane + k takes map plane min(k, map_planes - 1). Rows are the picture's.
struct GainFieldArgs {
  View<uint16_t> data;
  View<float> grid;
  int width, height, samples, top, left, bottom, right, row_pitch, col_pitch, plane, planes, points_v, points_h, map_planes;
  double step_x, step_y, origin_x, origin_y;
  float pedestal;
};

Status gainField(const GainFieldArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
