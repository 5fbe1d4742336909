// Written by `npm run kernels` from src/kernels/reference/grade/room-evidence.ts.
#include "room_evidence.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, RoomEvidenceArgs& args) {
  call.read("lumas", args.lumas);
  call.read("room", args.room);
  call.read("stops", args.stops);
  call.read("logLight", args.log_light);
  call.read("exposedness", args.exposedness);
  call.read("shift", args.shift);
  call.read("evidence", args.evidence);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("flatness", args.flatness);
}

static bool fits(const RoomEvidenceArgs& args, int row_end) {
  const int64_t lumas = args.lumas.size(), width = args.width, height = args.height;
  return areSizes(width, height) &&
         row_end <= height &&
         eachHolds(args.lumas, {width, height}) &&
         holds(args.room, {width, height, 3}) &&
         holds(args.stops, {lumas}) &&
         holds(args.log_light, {4096}) &&
         holds(args.exposedness, {4096}) &&
         holds(args.shift, {4096}) &&
         holds(args.evidence, {width, height, 6});
}

static napi_value callRoomEvidence(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<RoomEvidenceArgs>(roomEvidence);
}
LW_REGISTER(roomEvidence, callRoomEvidence);

static void readArgs(Call& call, RoomMeansArgs& args) {
  call.read("evidence", args.evidence);
  call.read("fused", args.fused);
  call.read("means", args.means);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("factor", args.factor);
  call.read("headroom", args.headroom);
}

static bool fits(const RoomMeansArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         row_end <= (height + factor - 1) / factor &&
         holds(args.evidence, {width, height, 5}) &&
         holds(args.fused, {width, height, 3}) &&
         holds(args.means, {(width + factor - 1) / factor, (height + factor - 1) / factor, 8});
}

static napi_value callRoomMeans(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<RoomMeansArgs>(roomMeans);
}
LW_REGISTER(roomMeans, callRoomMeans);

}  // namespace lightwell
