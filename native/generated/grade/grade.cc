// Written by `npm run kernels` from src/kernels/reference/grade/grade.ts.
#include "grade.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, GradeArgs& args) {
  call.read("image", args.image);
  call.read("field", args.field);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("fieldWidth", args.field_width);
  call.read("fieldHeight", args.field_height);
  call.read("fieldFactor", args.field_factor);
  call.read("headroom", args.headroom);
  call.read("knee", args.knee);
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

static napi_value callGrade(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<GradeArgs>(grade);
}
LW_REGISTER(grade, callGrade);

static void readArgs(Call& call, GradeFieldArgs& args) {
  call.read("plan", args.plan);
  call.read("evidence", args.evidence);
  call.read("fused", args.fused);
  call.read("field", args.field);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("factor", args.factor);
  call.read("headroom", args.headroom);
  call.read("anchorGain", args.anchor_gain);
  call.read("jumpFrom", args.jump_from);
  call.read("jumpTo", args.jump_to);
  call.read("mostShift", args.most_shift);
  call.read("knee", args.knee);
  call.read("mostGain", args.most_gain);
  call.read("noise", args.noise);
  call.read("edgeContrast", args.edge_contrast);
}

static bool fits(const GradeFieldArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         factor <= 64 &&
         row_end <= height &&
         holds(args.plan, {14, (width + factor - 1) / factor, (height + factor - 1) / factor}) &&
         holds(args.evidence, {6, width, height}) &&
         holds(args.fused, {3, width, height}) &&
         holds(args.field, {4, width, height});
}

static napi_value callGradeField(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<GradeFieldArgs>(gradeField);
}
LW_REGISTER(gradeField, callGradeField);

}  // namespace lightwell
