// Written by `npm run kernels` from src/kernels/declarations/grade/room-evidence.ts.
#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

constexpr int kRoomTableSteps = 4095;

struct RoomEvidenceArgs {
  std::vector<View<uint16_t>> lumas;
  View<float> room;
  View<float> stops;
  View<float> log_light;
  View<float> exposedness;
  View<float> shift;
  View<float> evidence;
  int width;
  int height;
  float flatness;
};

Status roomEvidence(const RoomEvidenceArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct RoomMeansArgs {
  View<float> evidence;
  View<float> fused;
  View<float> means;
  int width;
  int height;
  int factor;
  float headroom;
};

Status roomMeans(const RoomMeansArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
