#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Sensor samples to one common scale: target = pedestal + (source - level - columns[x] - rows[y]) * scale, to the nearest whole number
// in [0, 65535]. `samples` interleaved values a pixel; level and scale stand at ((y % cell_height) * cell_width + x % cell_width) * samples + c.
// `columns` (one a pixel of a row) and `rows` hold 0 where a sensor has no such deltas. source and target may be one. Rows are the picture's.
struct RawLevelsArgs {
  View<uint16_t> source, target;
  View<float> levels, scales, columns, rows;
  int width, height, samples, cell_width, cell_height;
  float pedestal;
};

Status rawLevels(const RawLevelsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
