#include "../kernels/room_evidence.h"

#include "../binding.h"

namespace lightwell {

static napi_value callRoomEvidence(napi_env env, napi_callback_info info) {
  Call call(env, info);
  RoomEvidenceArgs args{};
  for (int i = 0; i < call.listLength("frames"); i++) args.frames.push_back(call.listF32("frames", i));
  args.stops = call.f32("stops");
  args.log_light = call.f32("logLight");
  args.exposedness = call.f32("exposedness");
  args.shift = call.f32("shift");
  args.evidence = call.f32("evidence");
  args.width = call.integer("width");
  args.height = call.integer("height");
  args.room_frame = call.integer("roomFrame");
  args.flatness = static_cast<float>(call.number("flatness"));
  if (call.failed()) return nullptr;
  return call.finish(roomEvidence(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(roomEvidence, callRoomEvidence);

static napi_value callRoomMeans(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const RoomMeansArgs args{call.f32("evidence"),   call.f32("fused"),      call.f32("means"),
                           call.integer("width"),  call.integer("height"), call.integer("factor"),
                           static_cast<float>(call.number("headroom"))};
  if (call.failed()) return nullptr;
  return call.finish(roomMeans(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(roomMeans, callRoomMeans);

static napi_value callBlockLuma(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const BlockLumaArgs args{call.f32("source"), call.f32("target"), call.integer("width"), call.integer("height"), call.integer("factor")};
  if (call.failed()) return nullptr;
  return call.finish(blockLuma(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(blockLuma, callBlockLuma);

}  // namespace lightwell
