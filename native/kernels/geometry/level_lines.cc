#include "../../generated/geometry.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lightwell {

namespace {

// Number of rows above and below that contribute to a smoothed row of light.
constexpr int kReach = 2;

LW_INLINE float binomial(double a, double b, double c, double d, double e) {
  return static_cast<float>((a + e + 4 * (b + d) + 6 * c) / 16);
}

// Light of one row, smoothed along it; `row` has kReach extra samples at both ends.
LW_CLONES void smoothAlong(const LevelLinesArgs& args, int y, float* row, float* out) {
  const int width = args.width;
  const float* source = args.source.data + size_t(y) * width * args.channels;
  float* light = row + kReach;
  if (args.channels == 1) {
    std::copy(source, source + width, light);
  } else {
    const double red = args.red, green = args.green, blue = args.blue;
    for (int x = 0; x < width; x++) {
      light[x] = static_cast<float>(red * source[3 * x] + green * source[3 * x + 1] + blue * source[3 * x + 2]);
    }
  }
  for (int k = 0; k < kReach; k++) {
    row[k] = light[0];
    light[width + k] = light[width - 1];
  }
  for (int x = 0; x < width; x++) out[x] = binomial(row[x], row[x + 1], row[x + 2], row[x + 3], row[x + 4]);
}

LW_CLONES void smoothAcross(const float* const* rows, int width, float* out) {
  const float *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3], *e = rows[4];
  LW_INDEPENDENT
  for (int x = 0; x < width; x++) out[x] = binomial(a[x], b[x], c[x], d[x], e[x]);
}

struct Gradients {
  float *magnitude, *x, *y;
};

LW_CLONES void gradientRow(const LevelLinesArgs& args, const float* above, const float* here, const float* below, Gradients out) {
  const double least = args.min_magnitude, max_x = args.max_slope_x, max_y = args.max_slope_y;
  LW_INDEPENDENT
  for (int x = 1; x < args.width - 1; x++) {
    const double falling = double(below[x + 1]) - above[x - 1], rising = double(above[x + 1]) - below[x - 1];
    const double gx = (10 * (double(here[x + 1]) - here[x - 1]) + 3 * (falling + rising)) / 32;
    const double gy = (10 * (double(below[x]) - above[x]) + 3 * (falling - rising)) / 32;
    const double size_x = std::fabs(gx), size_y = std::fabs(gy), size = std::sqrt(gx * gx + gy * gy);
    // A maximum slope can be infinite; 0 times infinity is NaN, and comparisons with NaN are false.
    const bool is_outside = (size_y > size_x * max_y) | (size_x > size_y * max_x) | !(size >= least) | !(size > 0);
    out.magnitude[x] = is_outside ? 0.0f : static_cast<float>(size);
    out.x[x] = is_outside ? 0.0f : static_cast<float>(gx / size);
    out.y[x] = is_outside ? 0.0f : static_cast<float>(gy / size);
  }
}

}  // namespace

// Gradients of a small picture's light. Computed in double precision, rounded when stored. Rows are the picture's.
Status levelLines(const LevelLinesArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height;
  // Rings of rows: smoothed along the row, and smoothed both ways.
  constexpr int kAlong = 2 * kReach + 1, kBoth = 3;
  std::vector<float> along(size_t(kAlong) * width), both(size_t(kBoth) * width), padded(size_t(width) + 2 * kReach);
  const auto alongOf = [&](int y) { return &along[size_t(y % kAlong) * width]; };
  const auto bothOf = [&](int y) { return &both[size_t(y % kBoth) * width]; };
  int made = std::max(0, row_begin - 1 - kReach);
  const auto make = [&](int y) {
    for (; made <= std::min(height - 1, y + kReach); made++) smoothAlong(args, made, padded.data(), alongOf(made));
    const float* rows[kAlong];
    for (int k = 0; k < kAlong; k++) rows[k] = alongOf(std::clamp(y + k - kReach, 0, height - 1));
    smoothAcross(rows, width, bothOf(y));
  };
  for (int y = std::max(0, row_begin - 1); y < std::min(height, row_begin + 1); y++) make(y);
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    if (y + 1 < height) make(y + 1);
    const size_t start = size_t(y) * width;
    std::copy(bothOf(y), bothOf(y) + width, args.light.data + start);
    const Gradients out{args.magnitude.data + start, args.direction_x.data + start, args.direction_y.data + start};
    for (float* row : {out.magnitude, out.x, out.y}) {
      if (y == 0 || y == height - 1) std::fill(row, row + width, 0.0f);
      else row[0] = row[width - 1] = 0.0f;
    }
    if (y > 0 && y < height - 1) gradientRow(args, bothOf(y - 1), bothOf(y), bothOf(y + 1), out);
  }
  return Status::kOk;
}

}  // namespace lightwell
