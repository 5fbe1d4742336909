// Written by `npm run kernels` from src/kernels/declarations/grade/grade.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

constexpr int kPlanPlanes = 18;

struct GradeArgs {
  View<uint16_t> image;
  View<float> field;
  int width;
  int height;
  int field_width;
  int field_height;
  int field_factor;
  float headroom;
  float knee;
};

Status grade(const GradeArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct GradeFieldArgs {
  View<float> plan;
  View<float> evidence;
  View<float> fused;
  View<float> field;
  int width;
  int height;
  int factor;
  float headroom;
  float anchor_gain;
  float jump_from;
  float jump_to;
  float most_shift;
  float knee;
  float most_gain;
  float noise;
  float edge_contrast;
};

Status gradeField(const GradeFieldArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
