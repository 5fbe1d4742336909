#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// Edge-aware smoothing of linear RGB (interleaved, 16 bits) on sqrt(light + floor), where shot noise is alike at all brightnesses. Luma (a
// quarter red, half green, a quarter blue) over 5 x 5 places, the two colour differences to green over 5 x 5 places two apart; a place
// counts by 1 / (1 + (difference / reach)^2)^2, colour also by its luma. luma_reach and chroma_reach are in units of the root, 1 = white;
// luma_share of the luma's change is taken. Borders repeat. An output row depends on kRawDenoiseBorder rows above and below; source and
// target must differ. Rows are the picture's.
struct RawDenoiseArgs {
  View<uint16_t> source, target;
  int width, height;
  float floor, luma_reach, chroma_reach, luma_share;
};

constexpr int kRawDenoiseBorder = 4;

Status rawDenoise(const RawDenoiseArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
