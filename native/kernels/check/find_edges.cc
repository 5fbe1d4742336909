#include "../../generated/check_edges.h"

#include "edge_profile.h"

namespace lightwell {

namespace {

using Edge = FrameEdge<float>;

struct Block {
  size_t left, top, right, bottom;
};

// Finds the steepest pixel of a line through a block; returns false if none is steep enough.
template <typename T>
bool findSteepest(const FindEdgesArgs<T>& args, const Block& block, size_t across, bool down, Line* found) {
  const size_t length = down ? args.height : args.width, step = down ? 3 * size_t(args.width) : 3;
  const size_t begin = std::max<size_t>(1, down ? block.top : block.left);
  const size_t end = std::min(length - 1, down ? block.bottom : block.right);
  double steepest = args.min_slope * args.max;
  bool any = false;
  for (size_t along = begin; along < end; along++) {
    const T* at = args.source.data + 3 * (down ? along * args.width + across : across * args.width + along);
    const double slope = std::abs(lumaAt(at + step) - lumaAt(at - step));
    if (!(slope > steepest)) continue;
    steepest = slope;
    *found = down ? Line{across, along, true} : Line{along, across, false};
    any = true;
  }
  return any;
}

template <typename T>
void lookAcross(const FindEdgesArgs<T>& args, const Block& block, size_t across, bool down, float* edge) {
  Line line;
  if (!findSteepest(args, block, across, down, &line)) return;
  if (!isInside(line, args.width, args.height)) return;
  const Profile profile = readProfile(args.source.data, args.width, args.lightness.data, args.max, line);
  const double step = profile.after - profile.before;
  if (!(profile.spread < args.max_spread && std::abs(step) >= args.min_step)) return;
  const bool isClipped = std::min(profile.before, profile.after) <= args.darkest ||
                         std::max(profile.before, profile.after) >= args.brightest;
  if (isClipped || !(std::abs(step) > std::abs(double(edge[Edge::at_step])))) return;
  edge[Edge::at_column] = static_cast<float>(line.x);
  edge[Edge::at_row] = static_cast<float>(line.y);
  edge[Edge::at_across] = down ? 1.0f : 0.0f;
  edge[Edge::at_step] = static_cast<float>(step);
}

}  // namespace

// Finds the clearest isolated edge in each block of a picture. Rows are rows of blocks.
template <typename T>
Status findEdges(const FindEdgesArgs<T>& args, int row_begin, int row_end, CancelFlag cancel) {
  const size_t px = args.block_px, width = args.width, height = args.height;
  const size_t columns = (width + px - 1) / px;
  for (size_t row = row_begin; row < size_t(row_end); row++) {
    if (cancel.raised()) return Status::kCancelled;
    for (size_t column = 0; column < columns; column++) {
      const size_t left = column * px, top = row * px;
      const Block block{left, top, std::min(width, left + px), std::min(height, top + px)};
      float* edge = args.edges.data + (row * columns + column) * Edge::length;
      const size_t first = std::min<size_t>(px, args.spacing) / 2;
      for (size_t y = top + first; y < block.bottom; y += args.spacing) lookAcross(args, block, y, false, edge);
      for (size_t x = left + first; x < block.right; x += args.spacing) lookAcross(args, block, x, true, edge);
    }
  }
  return Status::kOk;
}

template Status findEdges(const FindEdgesArgs<uint8_t>&, int, int, CancelFlag);
template Status findEdges(const FindEdgesArgs<uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
