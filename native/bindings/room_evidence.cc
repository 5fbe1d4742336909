#include "../kernels/grade/room_evidence.h"

#include "../binding.h"

namespace lightwell {

static napi_value callRoomEvidence(napi_env env, napi_callback_info info) {
  Call call(env, info);
  RoomEvidenceArgs args{};
  for (int i = 0; i < call.listLength("lumas"); i++) args.lumas.push_back(call.listU16("lumas", i));
  args.room = call.f32("room");
  args.stops = call.f32("stops");
  args.log_light = call.f32("logLight");
  args.exposedness = call.f32("exposedness");
  args.shift = call.f32("shift");
  args.evidence = call.f32("evidence");
  args.width = call.integer("width");
  args.height = call.integer("height");
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

}  // namespace lightwell
