#include "../../generated/check_edges.h"

#include <algorithm>
#include <cmath>

namespace lightwell {

namespace {

double stepAt(const float* at, int width) {
  return std::abs(double(at[1]) - *(at - 1)) + std::abs(double(at[width]) - *(at - width));
}

bool tells(const EdgeDetailArgs& args, const float* rgb) {
  return std::min({rgb[0], rgb[1], rgb[2]}) > args.darkest && std::max({rgb[0], rgb[1], rgb[2]}) < args.brightest;
}

double shareOf(const EdgeDetailArgs& args, float luma, float fine, double step) {
  return (fine * (luma + args.offset) + args.min_detail) / step;
}

}  // namespace

// Share of finest detail in the step of edges, in a picture and in another one. The call has one row.
Status edgeDetail(const EdgeDetailArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height;
  if (row_begin == row_end) return Status::kOk;
  int32_t count = 0;
  for (int y = 1; y + 1 < height; y++) {
    if (cancel.raised()) return Status::kCancelled;
    for (int x = 1; x + 1 < width; x++) {
      const size_t i = size_t(y) * width + x;
      const double step = stepAt(args.luma.data + i, width), other_step = stepAt(args.other_luma.data + i, width);
      if (step < args.min_step || other_step < args.min_step) continue;
      if (!tells(args, args.rgb.data + 3 * i) || !tells(args, args.other_rgb.data + 3 * i)) continue;
      args.shares.data[count] = shareOf(args, args.luma.data[i], args.fine.data[i], step);
      args.other_shares.data[count++] = shareOf(args, args.other_luma.data[i], args.other_fine.data[i], other_step);
    }
  }
  args.counts.data[0] = count;
  return Status::kOk;
}

}  // namespace lightwell
