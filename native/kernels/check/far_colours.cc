#include "../../generated/check.h"

#include <algorithm>
#include <cmath>

namespace lightwell {

namespace {

struct Chroma {
  double a, b;
};

Chroma chromaOf(const float* lab) { return {lab[1], lab[2]}; }

double between(Chroma from, Chroma to) {
  const double a = from.a - to.a, b = from.b - to.b;
  return std::sqrt(a * a + b * b);
}

// Chroma of another colour, scaled to the picture's lightness.
Chroma atOurs(const FarColoursArgs& args, const float* ours, const float* theirs) {
  const double ratio = std::min(args.max_ratio, std::max(args.min_ratio, (ours[0] + 8.0) / (theirs[0] + 8.0)));
  return {ratio * theirs[1], ratio * theirs[2]};
}

// Chroma interpolated by lightness between the frames next below and above the picture's lightness; `otherwise` if all
// are lighter or all are darker.
Chroma shownAtOurs(const FarColoursArgs& args, size_t cell, Chroma otherwise) {
  const float* ours = args.lab.data + 3 * cell;
  const float *below = nullptr, *above = nullptr;
  for (const View<float>& frame : args.labs) {
    const float* lab = frame.data + 3 * cell;
    if (lab[0] <= ours[0] && (!below || lab[0] >= below[0])) below = lab;
    if (lab[0] >= ours[0] && (!above || lab[0] < above[0])) above = lab;
  }
  if (!below || !above) return otherwise;
  const double apart = double(above[0]) - double(below[0]), share = apart > 0.0 ? (double(ours[0]) - double(below[0])) / apart : 0.0;
  const Chroma from = chromaOf(below), to = chromaOf(above);
  return {from.a + share * (to.a - from.a), from.b + share * (to.b - from.b)};
}

double toSegment(Chroma point, Chroma from, Chroma to) {
  const double a = to.a - from.a, b = to.b - from.b, length = a * a + b * b;
  const double along = length > 0.0 ? ((point.a - from.a) * a + (point.b - from.b) * b) / length : 0.0;
  const double share = std::min(1.0, std::max(0.0, along));
  return between(point, {from.a + share * a, from.b + share * b});
}

bool isShown(const FarColoursArgs& args, size_t cell) {
  const auto shows = [&](size_t k) {
    const float* ours = args.lab.data + 3 * cell;
    return between(chromaOf(ours), atOurs(args, ours, args.labs[k].data + 3 * cell)) <= args.foreign_from;
  };
  const size_t count = args.labs.size();
  bool known = false;
  size_t held = count;
  for (size_t k = 0; k < count; k++) {
    const float* rgb = args.rgbs[k].data + 3 * cell;
    const float luma = args.lumas[k].data[cell];
    if (!(luma > args.darkest)) continue;
    if (std::max({rgb[0], rgb[1], rgb[2]}) < args.brightest) {
      if (shows(k)) return true;
      known = true;
    } else if (held == count || luma < args.lumas[held].data[cell]) {
      held = k;
    }
  }
  return !known && held < count && shows(held);
}

}  // namespace

// Distance between the chroma of a picture's cells and the range of colours that its frames predict. Rows are rows of
// cells.
Status farColours(const FarColoursArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    int32_t far = 0, foreign = 0;
    for (int x = 0; x < args.width; x++) {
      const size_t cell = size_t(y) * args.width + x;
      const float* ours = args.lab.data + 3 * cell;
      const Chroma end = atOurs(args, ours, args.expected.data + 3 * cell);
      const double apart = toSegment(chromaOf(ours), end, shownAtOurs(args, cell, end));
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
