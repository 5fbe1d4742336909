#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// From a plan on blocks of factor x factor (1 to 64) to gain and offsets for each pixel of a width x height grid.
// plan: 14 planes of ceil(width / factor) x ceil(height / factor):
//   0-7 slope and offset (guided filter over scene light) of the room's error, 3 channels, and of its weight;
//   8-9 slope and offset of the pull on highlights; 10-12 the colour around, 3 channels;
//   13 the brightest light near by, stops: flat surfaces that are darker by jump_from to jump_to are set to the room's colour exactly
//   where that is no further away than most_shift (Euclidean, display values);
//   perfectly flat ones (as certain as the 32nd power of how sure that is) anywhere.
// evidence as roomEvidence wrote it, fused as for roomMeans. field: 4 planes, gain and offsets: graded = gain fused + offset.
// Where 9 x 9 windows show less structure than plane 5 of the evidence holds, what stands out from the colour around is raised: up to
// most_gain, not below `noise` (a standard deviation) and less in structure that nears `edge_contrast` (another). The values that
// are compared are bent above `knee`, as grade bends them.
// anchor_gain: how fast the correction fades where less of the surroundings anchors it. Rows are the field's.
struct GradeFieldArgs {
  View<float> plan, evidence, fused, field;
  int width, height, factor;
  float headroom, anchor_gain, jump_from, jump_to, most_shift, knee, most_gain, noise, edge_contrast;
};

Status gradeField(const GradeFieldArgs& args, int row_begin, int row_end, CancelFlag cancel);

// Grades a picture in place. image: width x height x 3, 16 bits, coded from -headroom (0) to 1 + headroom (65535); becomes 0 to 1.
// field: 4 planes of field_width x field_height blocks of field_factor (1 to 64) pixels, at most one more than fit, as gradeField wrote it. Values above `knee` (< 1) bend
// towards 1, those below 0.4 (1 - knee) towards 0, without ever leaving [0, 1]. Rows are the image's.
struct GradeArgs {
  View<uint16_t> image;
  View<float> field;
  int width, height, field_width, field_height, field_factor;
  float headroom, knee;
};

Status grade(const GradeArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
