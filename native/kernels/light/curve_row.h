#pragma once
#include <algorithm>
#include <vector>

#include "../../generated/light.h"
#include "light_tables.h"

// The local tone curves of a picture, read along its rows.

namespace lightwell {

namespace {

// Conversion of base light to positions among the bins of a tone curve.
struct Bins {
  float first, per_bin, knee, highlights, last;
};

// Computes the requested luma: light, plus added contrast where the base is smooth, plus the stops of the curves on
// either side.
LW_CLONES void wantTones(const float* __restrict light, const float* __restrict slope, const float* __restrict offset, int count,
                         const float* __restrict curves, const int* __restrict left, const int* __restrict right,
                         const float* __restrict share, Bins bins, float detail, const float* __restrict tone, float* __restrict added,
                         float* __restrict out) {
  for (int x = 0; x < count; x++) {
    const float base = slope[x] * light[x] + offset[x], over = base - bins.knee;
    const float at = ((over > 0.0f ? bins.knee + over * bins.highlights : base) - bins.first) * bins.per_bin;
    const float positive = at > 0.0f ? at : 0.0f, inside = positive < bins.last ? positive : bins.last;
    const int bin = static_cast<int>(inside);
    const float between = inside - float(bin);
    const float* a = curves + left[x] + bin;
    const float* b = curves + right[x] + bin;
    const float near = a[0] + (a[1] - a[0]) * between, far = b[0] + (b[1] - b[0]) * between;
    added[x] = detail * (1.0f - slope[x]) * (light[x] - base) + (near + (far - near) * share[x]);
    out[x] = readStops<kMinStops, kStepsPerStop, kStopEntries>(tone, light[x] + added[x]);
  }
}

// The local tone curves for one row of pixels, one grid column after the other, and the position of each pixel column
// between them.
class CurveRow {
 public:
  explicit CurveRow(const ExposeFramesArgs& args)
      : args_(args),
        depth_(args.grid_depth + 1),
        bins_{args.first_bin, 1.0f / args.bin_stops, args.knee, args.highlights, float(args.grid_depth - 1)},
        curves_(size_t(args.grid_width) * depth_),
        left_(args.width),
        right_(args.width),
        share_(args.width) {
    for (int x = 0; x < args.width; x++) {
      const int first = place(x, args.grid_width, share_[x]);
      left_[x] = first * depth_;
      right_[x] = std::min(args.grid_width - 1, first + 1) * depth_;
    }
  }

  void begin(int y) {
    const int depth = args_.grid_depth;
    float share;
    const int above = place(y, args_.grid_height, share), below = std::min(args_.grid_height - 1, above + 1);
    const size_t row = size_t(args_.grid_width) * depth;
    for (int i = 0; i < args_.grid_width; i++) {
      const float *a = args_.curves.data + above * row + size_t(i) * depth, *b = args_.curves.data + below * row + size_t(i) * depth;
      float* curve = &curves_[size_t(i) * depth_];
      for (int bin = 0; bin < depth; bin++) curve[bin] = a[bin] + (b[bin] - a[bin]) * share;
      curve[depth] = curve[depth - 1];
    }
  }

  // For `count` columns from `first` on; `light`, `added` and `tone` begin at that column.
  void want(const float* slope, const float* offset, int first, int count, const float* light, float* added, float* tone) const {
    wantTones(light, slope + first, offset + first, count, curves_.data(), &left_[first], &right_[first], &share_[first], bins_, args_.detail,
              args_.tone.data, added, tone);
  }

 private:
  int place(int pixel, int count, float& share) const {
    const float at = (float(pixel) + 0.5f) / args_.grid_px, inside = std::min(float(count - 1), std::max(0.0f, at));
    const int first = static_cast<int>(inside);
    share = inside - float(first);
    return first;
  }

  const ExposeFramesArgs& args_;
  const int depth_;  // one more than the grid's, so that the last bin has a successor
  const Bins bins_;
  std::vector<float> curves_;
  std::vector<int> left_, right_;
  std::vector<float> share_;
};

}  // namespace

}  // namespace lightwell
