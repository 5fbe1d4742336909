#include "../../generated/check_edges.h"

#include <algorithm>
#include <cmath>

namespace lightwell {

namespace {

struct Counts {
  int32_t reversed = 0, grown = 0;
};

void judge(const CountStepsArgs& args, size_t from, size_t to, Counts& counts) {
  const double ours = double(args.picture.data[to]) - args.picture.data[from];
  if (std::abs(ours) < args.min_step) return;
  double least = 0, most = 0;
  for (const auto& frame : args.frames) {
    const double step = double(frame.data[to]) - frame.data[from];
    least = std::min(least, step);
    most = std::max(most, step);
  }
  const double along = ours > 0 ? most : -least, against = ours > 0 ? -least : most;
  if (against > args.plain_step && along < args.plain_step / 6) counts.reversed++;
  if (std::abs(ours) > args.grown_by * std::max(along, against) + args.grown_step) counts.grown++;
}

}  // namespace

// Counts large steps of a picture's smoothed luma that its frames do not explain. Rows are rows of cells.
Status countSteps(const CountStepsArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height, apart = args.apart;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    Counts counts;
    for (int x = 0; x < width; x++) {
      const size_t at = size_t(y) * width + x;
      if (x + apart < width) judge(args, at, at + apart, counts);
      if (y + apart < height) judge(args, at, at + size_t(apart) * width, counts);
    }
    args.reversed.data[y] = counts.reversed;
    args.grown.data[y] = counts.grown;
  }
  return Status::kOk;
}

}  // namespace lightwell
