#include "../../generated/check/far_colours.h"

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
  const auto shows = [&](size_t k) {
    return chromaApart(args, args.lab.data + 3 * cell, args.labs[k].data + 3 * cell) <= args.foreign_from;
  };
  const size_t count = args.labs.size();
  bool told = false;
  size_t held = count;
  for (size_t k = 0; k < count; k++) {
    const float* rgb = args.rgbs[k].data + 3 * cell;
    const float luma = args.lumas[k].data[cell];
    if (!(luma > args.darkest)) continue;
    if (std::max({rgb[0], rgb[1], rgb[2]}) < args.brightest) {
      if (shows(k)) return true;
      told = true;
    } else if (held == count || luma < args.lumas[held].data[cell]) {
      held = k;
    }
  }
  return !told && held < count && shows(held);
}

}  // namespace

// How far the chroma of a picture's cells (lab, CIELAB, interleaved, width cells a row) lies from that of the plain
// picture's at the picture's lightness, by which theirs is scaled from least_ratio to most_ratio: distances. far: cells
// of a row beyond foreign_from. foreign: those of them that lie as far from every frame (labs) that tells the colour:
// luma (lumas) over darkest, and no channel (rgbs) from brightest. Where no frame does, the one of least luma over
// darkest tells it: it is clipped least.
Status farColours(const FarColoursArgs& args, int row_begin, int row_end, CancelFlag cancel) {
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
