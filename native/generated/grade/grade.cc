// Written by `npm run kernels` from src/kernels/declarations/grade/grade.ts.
#include "grade.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, GradeArgs& args) {
  call.read({0, "image"}, args.image);
  call.read({1, "field"}, args.field);
  call.read({2, "width"}, args.width);
  call.read({3, "height"}, args.height);
  call.read({4, "fieldWidth"}, args.field_width);
  call.read({5, "fieldHeight"}, args.field_height);
  call.read({6, "fieldFactor"}, args.field_factor);
  call.read({7, "headroom"}, args.headroom);
  call.read({8, "knee"}, args.knee);
}

static bool fits(const GradeArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, field_width = args.field_width, field_height = args.field_height, field_factor = args.field_factor;
  return areSizes(width, height, field_width, field_height, field_factor) &&
         field_width <= width / field_factor + 1 &&
         field_height <= height / field_factor + 1 &&
         field_factor <= 64 &&
         row_end <= height &&
         holds(args.image, {width, height, 3}) &&
         holds(args.field, {4, field_width, field_height});
}

LW_KERNEL(grade) {
  return call.run<GradeArgs>(grade);
}

static void readArgs(Call& call, GradeFieldArgs& args) {
  call.read({0, "plan"}, args.plan);
  call.read({1, "evidence"}, args.evidence);
  call.read({2, "fused"}, args.fused);
  call.read({3, "field"}, args.field);
  call.read({4, "width"}, args.width);
  call.read({5, "height"}, args.height);
  call.read({6, "factor"}, args.factor);
  call.read({7, "headroom"}, args.headroom);
  call.read({8, "anchorGain"}, args.anchor_gain);
  call.read({9, "jumpFrom"}, args.jump_from);
  call.read({10, "jumpTo"}, args.jump_to);
  call.read({11, "mostShift"}, args.most_shift);
  call.read({12, "knee"}, args.knee);
  call.read({13, "mostGain"}, args.most_gain);
  call.read({14, "noise"}, args.noise);
  call.read({15, "edgeContrast"}, args.edge_contrast);
}

static bool fits(const GradeFieldArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         factor <= 64 &&
         row_end <= height &&
         holds(args.plan, {18, (width + factor - 1) / factor, (height + factor - 1) / factor}) &&
         holds(args.evidence, {6, width, height}) &&
         holds(args.fused, {3, width, height}) &&
         holds(args.field, {4, width, height});
}

LW_KERNEL(gradeField) {
  return call.run<GradeFieldArgs>(gradeField);
}

}  // namespace lightwell
