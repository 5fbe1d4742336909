#include "../../generated/light.h"

#include <algorithm>
#include <vector>

namespace lightwell {

namespace {

LW_CLONES void multiply(const float* __restrict a, const float* __restrict b, size_t count, float* __restrict out) {
  for (size_t i = 0; i < count; i++) out[i] = a[i] * b[i];
}
LW_CLONES void addRow(const float* __restrict row, int width, double* __restrict sums) {
  for (int x = 0; x < width; x++) sums[x] += double(row[x]);
}
LW_CLONES void subtractRow(const float* __restrict row, int width, double* __restrict sums) {
  for (int x = 0; x < width; x++) sums[x] -= double(row[x]);
}
LW_CLONES void scaleRow(const double* __restrict sums, const double* __restrict per_window, double per_rows, int width,
                        float* __restrict out) {
  for (int x = 0; x < width; x++) out[x] = static_cast<float>(sums[x] * (per_window[x] * per_rows));
}
// Replaces the means of a plane's product with the guide and of the plane by slope and offset.
LW_CLONES void fitWindows(const float* __restrict mean_guide, const float* __restrict mean_square, double epsilon, size_t count,
                          float* __restrict product, float* __restrict mean) {
  for (size_t i = 0; i < count; i++) {
    const double guide = mean_guide[i], value = mean[i], spread = double(mean_square[i]) - guide * guide;
    const double slope = (double(product[i]) - value * guide) / ((spread > 0.0 ? spread : 0.0) + epsilon);
    product[i] = static_cast<float>(slope);
    mean[i] = static_cast<float>(value - slope * guide);
  }
}

// Means over square windows, cut at the borders. Running sums are in double precision and do not drift.
class WindowMeans {
 public:
  WindowMeans(int width, int height, int radius)
      : width_(width),
        height_(height),
        radius_(std::min(radius, std::max(width, height))),
        sums_(width),
        per_window_(width),
        prefix_(size_t(width) + 1),
        along_(width) {
    for (int x = 0; x < width; x++) per_window_[x] = 1.0 / spanAt(x, width);
  }

  void operator()(const float* values, float* out) {
    std::fill(sums_.begin(), sums_.end(), 0.0);
    // Sums down the columns of `values` first, whole rows at a time, then along each finished row of sums.
    for (int y = 0; y < std::min(radius_, height_); y++) addRow(values + size_t(y) * width_, width_, sums_.data());
    for (int y = 0; y < height_; y++) {
      if (y + radius_ < height_) addRow(values + size_t(y + radius_) * width_, width_, sums_.data());
      if (y - radius_ > 0) subtractRow(values + size_t(y - radius_ - 1) * width_, width_, sums_.data());
      sumAlong();
      scaleRow(along_.data(), per_window_.data(), 1.0 / spanAt(y, height_), width_, out + size_t(y) * width_);
    }
  }

 private:
  // Number of samples of a window around `at` that lie within [0, size).
  int spanAt(int at, int size) const { return std::min(size - 1, at + radius_) - std::max(0, at - radius_) + 1; }

  void sumAlong() {
    prefix_[0] = 0.0;
    for (int x = 0; x < width_; x++) prefix_[x + 1] = prefix_[x] + sums_[x];
    for (int x = 0; x < width_; x++) {
      along_[x] = prefix_[std::min(width_, x + radius_ + 1)] - prefix_[std::max(0, x - radius_)];
    }
  }

  int width_, height_, radius_;
  std::vector<double> sums_, per_window_, prefix_, along_;
};

}  // namespace

// Guided filter (He, Sun, Tang 2013, eq. 5, 6, 8) of several planes by one guide. epsilon must be above 0. Rows are
// planes.
Status guidedFilter(const GuidedFilterArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (!(args.epsilon > 0.0)) return Status::kBadArguments;
  const size_t area = size_t(args.width) * args.height;
  WindowMeans means(args.width, args.height, args.radius);
  std::vector<float> products(area), mean_guide(area), mean_square(area), slope(area), offset(area);
  const float* guide = args.guide.data;
  means(guide, mean_guide.data());
  multiply(guide, guide, area, products.data());
  means(products.data(), mean_square.data());
  for (int row = row_begin; row < row_end; row++) {
    if (cancel.raised()) return Status::kCancelled;
    const float* plane = args.planes.data + row * area;
    multiply(plane, guide, area, products.data());
    means(products.data(), slope.data());
    means(plane, offset.data());
    fitWindows(mean_guide.data(), mean_square.data(), args.epsilon, area, slope.data(), offset.data());
    means(slope.data(), args.coefficients.data + 2 * row * area);
    means(offset.data(), args.coefficients.data + (2 * row + 1) * area);
  }
  return Status::kOk;
}

}  // namespace lightwell
