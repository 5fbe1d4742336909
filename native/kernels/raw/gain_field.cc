#include "../../generated/raw.h"

#include <algorithm>
#include <vector>

namespace lightwell {

namespace {

// A position between two grid points: index of the first one, and weight of the next.
struct Place {
  int index;
  float share;
};

Place placeOf(int at, double step, double origin, int points) {
  const double g = std::min(double(points - 1), std::max(0.0, at * step + origin));
  const int index = std::max(0, std::min(points - 2, static_cast<int>(g)));
  return {index, static_cast<float>(g - index)};
}

}  // namespace

// Multiplies the part of samples above `pedestal` by a smooth field, in place. Rows are the picture's.
Status gainField(const GainFieldArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  std::vector<Place> places;
  for (int x = args.left; x < args.right; x += args.col_pitch) places.push_back(placeOf(x, args.step_x, args.origin_x, args.points_h));
  std::vector<float> line(args.points_h);
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    if (y < args.top || y >= args.bottom || (y - args.top) % args.row_pitch != 0) continue;
    const Place v = placeOf(y, args.step_y, args.origin_y, args.points_v);
    for (int k = 0; k < args.planes; k++) {
      const int p = std::min(k, args.map_planes - 1);
      for (int h = 0; h < args.points_h; h++) {
        auto point = [&](int row) { return args.grid.data[(size_t(row) * args.points_h + h) * args.map_planes + p]; };
        const float upper = point(v.index);
        line[h] = upper + v.share * (point(std::min(args.points_v - 1, v.index + 1)) - upper);
      }
      uint16_t* at = args.data.data + (size_t(y) * args.width + args.left) * args.samples + args.plane + k;
      for (const Place& h : places) {
        const float before = line[h.index];
        const float gain = before + h.share * (line[std::min(args.points_h - 1, h.index + 1)] - before);
        const float value = args.pedestal + (float(*at) - args.pedestal) * gain;
        *at = static_cast<uint16_t>(std::min(65535.0f, std::max(0.0f, value)) + 0.5f);
        at += size_t(args.col_pitch) * args.samples;
      }
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
