#include "../kernels/raw/raw_defects.h"

#include "../binding.h"

namespace lightwell {

static napi_value callRawDefects(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const RawDefectsArgs args{call.u16("source"),
                            call.f32("found"),
                            call.f32("pairs"),
                            call.f32("likes"),
                            call.f32("probes"),
                            call.integer("width"),
                            call.integer("height"),
                            call.integer("cellWidth"),
                            call.integer("cellHeight"),
                            call.integer("reachX"),
                            call.integer("reachY"),
                            call.integer("likeCount"),
                            call.integer("beside"),
                            call.integer("probeLength"),
                            call.integer("fellows"),
                            call.integer("slots"),
                            call.integer("black"),
                            call.integer("white"),
                            call.integer("floor"),
                            call.integer("share"),
                            call.number("noiseScale"),
                            call.number("noiseOffset"),
                            call.number("sureSigmas")};
  if (call.failed()) return nullptr;
  return call.finish(rawDefects(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(rawDefects, callRawDefects);

}  // namespace lightwell
