#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Hue, saturation and value tables of a DNG profile over linear camera RGB (interleaved, 16 bits): `forward` (3 x 3, row-major) brings a pixel
// to ProPhoto light, 1 = white, `backward` what the table changes there back. The table holds hue shift (degrees), saturation scale and
// value scale at ((value * hues + hue) * saturations + saturation) * 3; hues wrap. `encoded`: values are those of sRGB's transfer function.
// The change fades out from 92 % of `clip` (per channel) on. source and target may be one. Rows are the picture's.
struct HueSatMapArgs {
  View<uint16_t> source, target;
  View<float> table, forward, backward, clip;
  int width, height, hues, saturations, values, encoded;
};

Status hueSatMap(const HueSatMapArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
