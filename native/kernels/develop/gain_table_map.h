#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Gain tables of a DNG profile over linear camera RGB (interleaved, 16 bits): clipped channels are rebuilt as developColor does (`clip` a
// channel), `forward` (3 x 3, row-major) brings the pixel to exposed linear RIMM light, 1 = white, without what is negative there; red, green, blue, the
// least and the most of them, times the five `weights`, cut to [0, 1] and raised to `gamma`, choose a gain from the table at the pixel's place; the pixel is
// multiplied by it and by `scale`, and stops at 65535. Tables stand at (row * columns + column) * points in `gains`; pixel (x, y) is at
// column start_x + x * step_x and row start_y + y * step_y of them, between four of them bilinear, beyond the edge as at the edge.
// source and target may be one. Rows are the picture's.
struct GainTableMapArgs {
  View<uint16_t> source, target;
  View<float> gains, forward, clip, weights;
  int width, height, rows, columns, points;
  double start_x, step_x, start_y, step_y;
  float gamma, scale;
};

Status gainTableMap(const GainTableMapArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
