// Written by `npm run kernels` from src/kernels/declarations/grade/room-evidence.ts.
#include "room_evidence.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, RoomEvidenceArgs& args) {
  call.read({0, "lumas"}, args.lumas);
  call.read({1, "room"}, args.room);
  call.read({2, "stops"}, args.stops);
  call.read({3, "logLight"}, args.log_light);
  call.read({4, "exposedness"}, args.exposedness);
  call.read({5, "shift"}, args.shift);
  call.read({6, "evidence"}, args.evidence);
  call.read({7, "width"}, args.width);
  call.read({8, "height"}, args.height);
  call.read({9, "flatness"}, args.flatness);
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

LW_KERNEL(roomEvidence) {
  return call.run<RoomEvidenceArgs>(roomEvidence);
}

static void readArgs(Call& call, RoomMeansArgs& args) {
  call.read({0, "evidence"}, args.evidence);
  call.read({1, "fused"}, args.fused);
  call.read({2, "means"}, args.means);
  call.read({3, "width"}, args.width);
  call.read({4, "height"}, args.height);
  call.read({5, "factor"}, args.factor);
  call.read({6, "headroom"}, args.headroom);
}

static bool fits(const RoomMeansArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, factor = args.factor;
  return areSizes(width, height, factor) &&
         row_end <= (height + factor - 1) / factor &&
         holds(args.evidence, {width, height, 5}) &&
         holds(args.fused, {width, height, 3}) &&
         holds(args.means, {(width + factor - 1) / factor, (height + factor - 1) / factor, 8});
}

LW_KERNEL(roomMeans) {
  return call.run<RoomMeansArgs>(roomMeans);
}

}  // namespace lightwell
