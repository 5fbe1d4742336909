#include "../../generated/deghost.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace lightwell {

namespace {

// The two cells whose centres are on either side of a pixel, and the weight of the second.
struct Between {
  int first, second;
  double weight;
};

// Interpolates around the edge. The gap between the last and the first cell includes the pixels that do not fill a
// whole cell.
Between around(int pixel, int factor, int width, int cells) {
  double position = (pixel - (factor - 1) / 2.0) / factor;
  const double period = double(width) / factor;
  if (position < 0) position += period;
  const int before = static_cast<int>(std::floor(position)), first = before < cells ? before : cells - 1;
  const double gap = first == cells - 1 ? period - first : 1;
  return {first, (first + 1) % cells, (position - first) / gap};
}

Between inside(double pixel, int factor, int cells) {
  const double position = (pixel - (factor - 1) / 2.0) / factor;
  if (position <= 0) return {0, cells > 1 ? 1 : 0, 0};
  if (position >= cells - 1) return {cells - 1, cells - 1, 0};
  const int first = static_cast<int>(std::floor(position));
  return {first, first + 1, position - first};
}

constexpr double kAgreeing = 12.0 / 255;
constexpr double kUnsure = 2.0 / 255;   // of the source: hidden by noise and quantisation
constexpr double kVisible = 6.0 / 255;  // of the target: smaller differences are not visible as grain

// Pixels between cells without a share are skipped early: most of a picture does not move.
template <typename S, typename T>
void blendRow(const DeghostBlendArgs<S, T>& args, int y, const std::vector<Between>& columns) {
  const Between v = inside(double(y) + args.top, args.factor, args.grid_height);
  const uint8_t* above = args.share.data + size_t(v.first) * args.grid_width;
  const uint8_t* below = args.share.data + size_t(v.second) * args.grid_width;
  const size_t entries = args.table.length / 3, row = size_t(y) * args.width * 3;
  const double full = std::numeric_limits<T>::max(), white_range = std::numeric_limits<S>::max() - args.white_from;
  const double tolerance = kAgreeing * full, visible = kVisible * full;
  const int last = static_cast<int>(entries) - 1, unsure = static_cast<int>(kUnsure * last + 0.5);
  for (int x = 0; x < args.width; x++) {
    const Between& u = columns[x];
    if ((above[u.first] | above[u.second] | below[u.first] | below[u.second]) == 0) continue;
    const double left = above[u.first] + (below[u.first] - above[u.first]) * v.weight;
    const double right = above[u.second] + (below[u.second] - above[u.second]) * v.weight;
    const double weight = (left + (right - left) * u.weight) / 255;
    if (weight <= 0) continue;
    const size_t first = row + size_t(x) * 3;
    const S* source = args.source.data + first;
    double mapped[3], over[3];
    bool holds = true;
    for (int c = 0; c < 3; c++) {
      const T* table = args.table.data + c * entries;
      const double told = table[source[c]], held = args.target.data[first + c];
      const double least = table[std::max(0, source[c] - unsure)] + visible, most = table[std::min(last, source[c] + unsure)] - visible;
      mapped[c] = std::max(std::min(held, std::max(told, most)), std::min(told, least));
      over[c] = source[c] > args.white_from ? double(source[c] - args.white_from) / white_range : 0;
      const double beyond = args.target.data[first + c] - mapped[c];
      holds = holds && beyond >= -tolerance && (over[c] > 0 || beyond <= tolerance);
    }
    const double white = holds ? std::max({over[0], over[1], over[2]}) : std::min({over[0], over[1], over[2]});
    for (int c = 0; c < 3; c++) {
      const size_t i = first + c;
      const double target = args.target.data[i], shown = mapped[c] + ((holds ? target : full) - mapped[c]) * white;
      args.target.data[i] = static_cast<T>(std::floor(target + (shown - target) * weight + 0.5));
    }
  }
}

}  // namespace

// Blends the mapped source into parts of the target, in place. white_from must be below full scale, and the table must
// match the source's depth. Rows are those of source and target.
template <typename S, typename T>
Status deghostBlend(const DeghostBlendArgs<S, T>& args, int row_begin, int row_end, CancelFlag cancel) {
  if (args.white_from >= std::numeric_limits<S>::max() || !holds(args.table, {3, int64_t(1) << (8 * sizeof(S))})) return Status::kBadArguments;
  // A picture that is narrower than a cell cannot be interpolated around its edge.
  if (args.wrap_x && args.width < args.factor) return Status::kBadArguments;
  std::vector<Between> columns(args.width);
  for (int x = 0; x < args.width; x++) {
    columns[x] = args.wrap_x ? around(x, args.factor, args.width, args.grid_width)
                             : inside(x, args.factor, args.grid_width);
  }
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    blendRow(args, y, columns);
  }
  return Status::kOk;
}

template Status deghostBlend(const DeghostBlendArgs<uint8_t, uint8_t>&, int, int, CancelFlag);
template Status deghostBlend(const DeghostBlendArgs<uint8_t, uint16_t>&, int, int, CancelFlag);
template Status deghostBlend(const DeghostBlendArgs<uint16_t, uint8_t>&, int, int, CancelFlag);
template Status deghostBlend(const DeghostBlendArgs<uint16_t, uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
