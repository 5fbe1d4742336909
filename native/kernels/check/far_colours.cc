#include "far_colours.h"

#include <algorithm>
#include <cmath>

namespace lightwell {

namespace {

double chromaApart(const FarColoursArgs& args, const float* ours, const float* theirs) {
  const double ratio = std::min(args.most_ratio, std::max(args.least_ratio, (ours[0] + 8.0) / (theirs[0] + 8.0)));
  const double a = ours[1] - ratio * theirs[1], b = ours[2] - ratio * theirs[2];
  return std::sqrt(a * a + b * b);
}

bool isShown(const FarColoursArgs& args, size_t cell) {
  for (size_t k = 0; k < args.labs.size(); k++) {
    const float* rgb = args.rgbs[k].data + 3 * cell;
    if (!(args.lumas[k].data[cell] > args.darkest) || !(std::max({rgb[0], rgb[1], rgb[2]}) < args.brightest)) continue;
    if (chromaApart(args, args.lab.data + 3 * cell, args.labs[k].data + 3 * cell) <= args.foreign_from) return true;
  }
  return false;
}

bool fit(const FarColoursArgs& args, int row_begin, int row_end) {
  const int width = args.width;
  if (!areSizes(width) || row_begin < 0 || row_end > kMostSize || !holds(args.distances, {width, row_end}) || !holds(args.far, {row_end}) ||
      !holds(args.foreign, {row_end}) || args.rgbs.size() != args.labs.size() || args.lumas.size() != args.labs.size()) {
    return false;
  }
  const auto holds_colours = [&](const View<float>& list) { return holds(list, {width, row_end, 3}); };
  const auto holds_lumas = [&](const View<float>& list) { return holds(list, {width, row_end}); };
  return holds_colours(args.lab) && holds_colours(args.plain) && std::all_of(args.labs.begin(), args.labs.end(), holds_colours) &&
         std::all_of(args.rgbs.begin(), args.rgbs.end(), holds_colours) && std::all_of(args.lumas.begin(), args.lumas.end(), holds_lumas);
}

}  // namespace

Status farColours(const FarColoursArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (!fit(args, row_begin, row_end)) return Status::kBadArguments;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    int32_t far = 0, foreign = 0;
    for (int x = 0; x < args.width; x++) {
      const size_t cell = size_t(y) * args.width + x;
      const double apart = chromaApart(args, args.lab.data + 3 * cell, args.plain.data + 3 * cell);
      args.distances.data[cell] = static_cast<float>(apart);
      if (!(apart > args.foreign_from)) continue;
      far++;
      if (!isShown(args, cell)) foreign++;
    }
    args.far.data[y] = far;
    args.foreign.data[y] = foreign;
  }
  return Status::kOk;
}

}  // namespace lightwell
