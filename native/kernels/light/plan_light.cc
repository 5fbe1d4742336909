#include "../../generated/light.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "light_tables.h"

namespace lightwell {

namespace {

constexpr float kSigma = 0.2f;        // sigma of well-exposedness (Mertens 2007)
constexpr float kMinQuality = 1e-6f;  // keeps weights defined if every exposure is black or white
constexpr int kReach = 2;             // reach of the windows in which texture is measured

struct Plane {
  Plane(int w, int h) : width(w), height(h), data(size_t(w) * h) {}
  const float* row(int y) const { return &data[size_t(y) * width]; }
  float* row(int y) { return &data[size_t(y) * width]; }
  int width, height;
  std::vector<float> data;
};

// e^(-x) for x >= 0, by arithmetic only: (1 - x / 64)^64 would be too small, so a rational function is squared six
// times.
LW_INLINE float decay(float x) {
  const float t = x * (1.0f / 64.0f);
  float value = 1.0f / (1.0f + t + 0.5f * t * t);
  for (int i = 0; i < 6; i++) value *= value;
  return value;
}

LW_CLONES void weighRow(const float* const* rows, int count, int width, float prior, float texture, float* __restrict sums,
                        float* __restrict squares, const float* __restrict luma, float* __restrict out) {
  for (int x = 0; x < width; x++) {
    float sum = 0.0f, square = 0.0f;
    for (int j = 0; j < count; j++) {
      sum += rows[j][x];
      square += rows[j][x] * rows[j][x];
    }
    sums[x] = sum;
    squares[x] = square;
  }
  for (int x = 0; x < width; x++) {
    const int left = x > kReach ? x - kReach : 0, right = x + kReach < width ? x + kReach : width - 1;
    float sum = 0.0f, square = 0.0f;
    for (int i = left; i <= right; i++) {
      sum += sums[i];
      square += squares[i];
    }
    const float per = 1.0f / float(count * (right - left + 1)), mean = sum * per, variance = square * per - mean * mean;
    const float off = luma[x] - 0.5f, exposed = decay(off * off * (0.5f / (kSigma * kSigma)));
    out[x] = prior * (exposed * (std::sqrt(variance > 0.0f ? variance : 0.0f) + texture) + kMinQuality);
  }
}

// Halves a plane: 1 4 6 4 1 along both axes, every second sample; borders are mirrored.
Plane halved(const Plane& fine) {
  Plane half((fine.width + 1) / 2, (fine.height + 1) / 2);
  std::vector<float> down(fine.width);
  for (int y = 0; y < half.height; y++) {
    const float* rows[5];
    for (int j = 0; j < 5; j++) rows[j] = fine.row(reflect101(2 * y + j - 2, fine.height));
    for (int x = 0; x < fine.width; x++) down[x] = (rows[0][x] + rows[4][x]) + 4.0f * (rows[1][x] + rows[3][x]) + 6.0f * rows[2][x];
    float* out = half.row(y);
    for (int x = 0; x < half.width; x++) {
      const auto at = [&](int i) { return down[reflect101(2 * x + i, fine.width)]; };
      out[x] = ((at(-2) + at(2)) + 4.0f * (at(-1) + at(1)) + 6.0f * at(0)) * (1.0f / 256.0f);
    }
  }
  return half;
}

// Interpolates between coarse samples: 1 6 1 at even positions, the mean of two at odd ones.
LW_INLINE float between(const float* coarse, int x, int last) {
  const int at = x >> 1, next = at < last ? at + 1 : last;
  if (x & 1) return 0.5f * (coarse[at] + coarse[next]);
  const int before = at > 0 ? at - 1 : (last > 0 ? 1 : 0);
  return 0.125f * (coarse[before] + coarse[next]) + 0.75f * coarse[at];
}

// Doubles a plane to the size of the finer one, and calls `take` with each row.
template <typename Take>
void eachDoubledRow(const Plane& coarse, int width, int height, Take take) {
  std::vector<float> row(coarse.width), wide(width);
  const int last = coarse.height - 1;
  for (int y = 0; y < height; y++) {
    const int at = y >> 1, next = std::min(last, at + 1), before = at > 0 ? at - 1 : std::min(last, 1);
    const float *a = coarse.row(before), *b = coarse.row(at), *c = coarse.row(next);
    for (int x = 0; x < coarse.width; x++) row[x] = y & 1 ? 0.5f * (b[x] + c[x]) : 0.125f * (a[x] + c[x]) + 0.75f * b[x];
    for (int x = 0; x < width; x++) wide[x] = between(row.data(), x, coarse.width - 1);
    take(y, wide.data());
  }
}

void addInto(Plane& sum, const Plane& values, const Plane& weights) {
  for (size_t i = 0; i < sum.data.size(); i++) sum.data[i] += values.data[i] * weights.data[i];
}

class Planner {
 public:
  explicit Planner(const PlanLightArgs& args) : args_(args), shown_(args.width, args.height), weights_(args.width, args.height), total_(args.width, args.height) {
    int side = std::min(args.width, args.height), width = args.width, height = args.height;
    for (; side >= 2; side /= 2) {
      levels_.emplace_back(width, height);
      width = (width + 1) / 2, height = (height + 1) / 2;
    }
    if (levels_.empty()) levels_.emplace_back(width, height);
  }

  Status plan(CancelFlag cancel) {
    for (int k = 0; k < args_.count; k++) {
      weigh(k);
      for (size_t i = 0; i < total_.data.size(); i++) total_.data[i] += weights_.data[i];
    }
    for (int k = 0; k < args_.count; k++) {
      if (cancel.raised()) return Status::kCancelled;
      weigh(k);
      for (size_t i = 0; i < total_.data.size(); i++) weights_.data[i] /= total_.data[i];
      blend();
    }
    collapse();
    return Status::kOk;
  }

 private:
  void weigh(int k) {
    const int width = args_.width, height = args_.height;
    for (size_t i = 0; i < shown_.data.size(); i++)
      shown_.data[i] = readStops<kMinStops, kStepsPerStop, kStopEntries>(args_.display.data, args_.light.data[i] + args_.exposures.data[k]);
    std::vector<float> sums(width), squares(width);
    for (int y = 0; y < height; y++) {
      const float* rows[2 * kReach + 1];
      int count = 0;
      for (int j = std::max(0, y - kReach); j <= std::min(height - 1, y + kReach); j++) rows[count++] = shown_.row(j);
      weighRow(rows, count, width, args_.priors.data[k], args_.texture, sums.data(), squares.data(), shown_.row(y), weights_.row(y));
    }
  }

  // Adds the Laplacian pyramid of one exposure, weighted level by level.
  void blend() {
    Plane fine = shown_, weights = weights_;
    for (size_t level = 0; level + 1 < levels_.size(); level++) {
      Plane coarse = halved(fine);
      eachDoubledRow(coarse, fine.width, fine.height, [&](int y, const float* wide) {
        float* row = fine.row(y);
        for (int x = 0; x < fine.width; x++) row[x] -= wide[x];
      });
      addInto(levels_[level], fine, weights);
      weights = halved(weights);
      fine = std::move(coarse);
    }
    addInto(levels_.back(), fine, weights);
  }

  void collapse() {
    for (size_t level = levels_.size() - 1; level > 0; level--) {
      Plane& fine = levels_[level - 1];
      eachDoubledRow(levels_[level], fine.width, fine.height, [&](int y, const float* wide) {
        float* row = fine.row(y);
        for (int x = 0; x < fine.width; x++) row[x] += wide[x];
      });
    }
    std::copy(levels_[0].data.begin(), levels_[0].data.end(), args_.planned.data);
  }

  const PlanLightArgs& args_;
  Plane shown_, weights_, total_;
  std::vector<Plane> levels_;
};

}  // namespace

// Exposure fusion (Mertens, Kautz, Van Reeth 2007, eq. 6) of exposures that are simulated from scene light. The call
// has one row.
Status planLight(const PlanLightArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  return row_begin < row_end ? Planner(args).plan(cancel) : Status::kOk;
}

}  // namespace lightwell
