#include "../../generated/check_edges.h"

#include <cstring>

#include "edge_profile.h"

namespace lightwell {

namespace {

using Edge = FrameEdge<float>;

}  // namespace

// Step and ring of a picture at the edges of its frames. Rows are rows of edges.
template <typename T>
Status edgeRings(const EdgeRingsArgs<T>& args, int row_begin, int row_end, CancelFlag cancel) {
  for (int row = row_begin; row < row_end; row++) {
    if (cancel.raised()) return Status::kCancelled;
    for (size_t i = size_t(row) * args.columns; i < size_t(row + 1) * args.columns; i++) {
      Edge edge;
      std::memcpy(&edge, args.edges.data + i * Edge::length, sizeof edge);
      float* shown = args.rings.data + 2 * i;
      shown[0] = shown[1] = 0.0f;
      const bool isWithin = edge.column >= 0 && edge.column < float(args.width) && edge.row >= 0 && edge.row < float(args.height);
      if (edge.step == 0 || !isWithin) continue;
      const Line line{static_cast<size_t>(edge.column), static_cast<size_t>(edge.row), edge.across != 0};
      if (!isInside(line, args.width, args.height)) continue;
      const Profile profile = readProfile(args.source.data, args.width, args.lightness.data, args.max, line);
      const double step = profile.after - profile.before;
      shown[0] = static_cast<float>(edge.step < 0 ? -step : step);
      shown[1] = static_cast<float>(profile.ring);
    }
  }
  return Status::kOk;
}

template Status edgeRings(const EdgeRingsArgs<uint8_t>&, int, int, CancelFlag);
template Status edgeRings(const EdgeRingsArgs<uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
