#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// What small copies of all frames (luma, 65535 = full scale, width x height, darkest first) tell of the scene.
// evidence: 6 planes of width x height:
//   0 scene light in stops, 0 where the first frame shows display white: the frames' readings, each weighted by how well it is exposed;
//   1 how surely the pixel is a flat, well-exposed surface of the room, 0 to 1;
//   2-4 the colour that the room's exposure shows: that of `room` (a copy of one frame, width x height x 3, 1.0 = full scale) through the
//   table `shift`;
//   5 the largest luma variance that a frame shows in 9 x 9 windows.
// Tables have 4096 steps over [0, 1]: log_light (stops under white of a display value), exposedness (Mertens' measure of a luma), shift.
// flatness: standard deviation of luma in 5 x 5 windows, in any frame as far as it is well exposed there, at
// which a surface counts as half textured. Rows are the planes'.
struct RoomEvidenceArgs {
  std::vector<View<uint16_t>> lumas;
  View<float> room, stops, log_light, exposedness, shift, evidence;
  int width, height;
  float flatness;
};

constexpr int kTableSteps = 4095;

Status roomEvidence(const RoomEvidenceArgs& args, int row_begin, int row_end, CancelFlag cancel);

// Means over blocks of factor x factor (cut at the right and lower border) of 8 planes: evidence 0 and 1; evidence 1 times what
// the room's colour has over the fused one, 3 channels; the fused colour, 3 channels. fused: width x height x 3, coded
// (value + headroom) / (1 + 2 headroom). means: 8 planes of ceil(width / factor) x ceil(height / factor). Rows are theirs.
struct RoomMeansArgs {
  View<float> evidence, fused, means;
  int width, height, factor;
  float headroom;
};

Status roomMeans(const RoomMeansArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
