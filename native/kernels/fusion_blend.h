#pragma once
#include <vector>

#include "../status.h"
#include "../view.h"

namespace lightwell {

// One level of the fused Laplacian pyramid, collapsed at once: target = expand(coarser result) + sum over frames of
// weight * (frame - expand(coarser frame)); at the coarsest level (no coarser ones) target = sum of weight * frame.
// levels[i] and coarser[i]: 4 planes (red, green, blue, weight), 65535 = 1.0. target and coarserTarget: 3 planes, 8192 = 1.0 (range +-4).
// Rows are the target's rows.
struct FusionBlendArgs {
  std::vector<View<uint16_t>> levels, coarser;
  View<int16_t> target, coarser_target;
  int width, height;
};

Status fusionBlend(const FusionBlendArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
