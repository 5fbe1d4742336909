#include "../kernels/grade/grade.h"

#include "../binding.h"

namespace lightwell {

static napi_value callGradeField(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const GradeFieldArgs args{call.f32("plan"),
                            call.f32("evidence"),
                            call.f32("fused"),
                            call.f32("field"),
                            call.integer("width"),
                            call.integer("height"),
                            call.integer("factor"),
                            static_cast<float>(call.number("headroom")),
                            static_cast<float>(call.number("anchorGain")),
                            static_cast<float>(call.number("jumpFrom")),
                            static_cast<float>(call.number("jumpTo")),
                            static_cast<float>(call.number("mostShift")),
                            static_cast<float>(call.number("knee")),
                            static_cast<float>(call.number("mostGain")),
                            static_cast<float>(call.number("noise")),
                            static_cast<float>(call.number("edgeContrast"))};
  if (call.failed()) return nullptr;
  return call.finish(gradeField(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(gradeField, callGradeField);

static napi_value callGrade(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const GradeArgs args{call.u16("image"),
                       call.f32("field"),
                       call.integer("width"),
                       call.integer("height"),
                       call.integer("fieldWidth"),
                       call.integer("fieldHeight"),
                       call.integer("fieldFactor"),
                       static_cast<float>(call.number("headroom")),
                       static_cast<float>(call.number("knee"))};
  if (call.failed()) return nullptr;
  return call.finish(grade(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(grade, callGrade);

}  // namespace lightwell
