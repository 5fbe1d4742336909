#include "../../generated/geometry.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace lightwell {

namespace {

using Shift = ChannelShift<float>;

constexpr int kWindow = 2 * kShiftReach + 1;
constexpr int kEdge = kShiftReach + 1;  // gradients need one pixel more
constexpr int kMargin = kEdge + kShiftSmooth + kHalvedReach;
constexpr int kSmoothed = 2 * kEdge + 1, kPatch = 2 * kMargin + 1;
constexpr double kMinGain = 0.2;    // of a channel over green; below this, it is an edge of another colour, seen mostly in noise
constexpr double kNoise = 1e-3;       // minimum standard deviation of smoothed samples, in display values
constexpr double kPerSample = 4.0 * 3.141592653589793 * (0.5 * kShiftSmooth);  // pixels a sample after smoothing: 4 pi sigma^2

struct Place {
  int x, y;
  bool found;
};

struct Lens {
  double linear, cubic;
};
constexpr Lens kPlain{0.0, 0.0};

// The normal of an edge.
struct Normal {
  double x, y;
};

using Patch = double[kPatch][kPatch];
using Smooth = double[kSmoothed][kSmoothed];

// Taps of a binomial filter of 2 reach steps.
template <int reach>
struct Taps {
  double of[2 * reach + 1] = {};
  constexpr Taps() {
    double value = 1.0;
    const double total = double(uint64_t(1) << (2 * reach));
    for (int i = 0; i <= 2 * reach; i++) {
      of[i] = value / total;
      value = value * (2 * reach - i) / (i + 1);
    }
  }
};

// Adds the taps in the outer loops, so that the inner ones are of neighbours, which compilers vectorise.
template <int reach>
LW_INLINE void smoothBy(const Patch& patch, Smooth& out) {
  constexpr Taps<reach> taps;
  constexpr int first = kMargin - kEdge - reach;
  double rows[kPatch][kSmoothed];
  for (int j = first; j < kPatch - first; j++) {
    for (int i = 0; i < kSmoothed; i++) rows[j][i] = taps.of[0] * patch[j][first + i];
    for (int k = 1; k <= 2 * reach; k++) {
      for (int i = 0; i < kSmoothed; i++) rows[j][i] += taps.of[k] * patch[j][first + i + k];
    }
  }
  for (int j = 0; j < kSmoothed; j++) {
    for (int i = 0; i < kSmoothed; i++) out[j][i] = taps.of[0] * rows[first + j][i];
    for (int k = 1; k <= 2 * reach; k++) {
      for (int i = 0; i < kSmoothed; i++) out[j][i] += taps.of[k] * rows[first + j + k][i];
    }
  }
}
LW_CLONES void smooth(const Patch& patch, Smooth& out) { smoothBy<kShiftSmooth>(patch, out); }
LW_CLONES void smoothTwice(const Patch& patch, Smooth& out) { smoothBy<kShiftSmooth + kHalvedReach>(patch, out); }

template <typename T>
class Reader {
 public:
  explicit Reader(const ChannelShiftsArgs<T>& args) : args_(args), cx_((args.width - 1) * 0.5), cy_((args.height - 1) * 0.5) {
    if constexpr (sizeof(T) == 1) {
      for (size_t value = 0; value < std::size(shares_); value++) shares_[value] = double(value) / args.max;
    }
  }

  double at(int64_t x, int64_t y, int channel) const {
    const T value = args_.source.data[3 * (size_t(y) * args_.width + x) + channel];
    if constexpr (sizeof(T) == 1) return shares_[value];
    return value / args_.max;
  }

  // Value of a channel where the lens puts it, interpolated between pixels; the border is repeated outside.
  double seen(int x, int y, int channel, const Lens& lens) const {
    const double dx = x - cx_, dy = y - cy_, unit = args_.units_per_px;
    const double factor = 1.0 + lens.linear + lens.cubic * ((dx * dx + dy * dy) * unit * unit);
    const double u = std::min(args_.width - 1.0, std::max(0.0, cx_ + dx * factor));
    const double v = std::min(args_.height - 1.0, std::max(0.0, cy_ + dy * factor));
    const int left = std::min(std::max(0, args_.width - 2), static_cast<int>(u)), top = std::min(std::max(0, args_.height - 2), static_cast<int>(v));
    const int right = std::min(args_.width - 1, left + 1), bottom = std::min(args_.height - 1, top + 1);
    const double s = u - left, t = v - top;
    const double upper = at(left, top, channel) + (at(right, top, channel) - at(left, top, channel)) * s;
    const double lower = at(left, bottom, channel) + (at(right, bottom, channel) - at(left, bottom, channel)) * s;
    return upper + (lower - upper) * t;
  }

  // Writes the smoothed window of green; returns false if a sample reaches `brightest`.
  bool green(const Place& place, Smooth& out) const {
    Patch patch;
    if (!cut(place, 1, kPlain, args_.brightest, patch)) return false;
    if (args_.halved) smoothTwice(patch, out);
    else smooth(patch, out);
    return true;
  }

  // The same for red or blue.
  bool other(const Place& place, int channel, const Lens& lens, Smooth& out) const {
    Patch patch, below;
    if (!cut(place, channel, lens, args_.brightest, patch)) return false;
    if (!args_.halved) {
      smooth(patch, out);
      return true;
    }
    cut(place, 1, lens, std::numeric_limits<double>::infinity(), below);
    for (int j = 0; j < kPatch; j++) {
      for (int i = 0; i < kPatch; i++) patch[j][i] -= below[j][i];
    }
    Smooth coarse;
    smooth(patch, out);
    smoothTwice(below, coarse);
    for (int j = 0; j < kSmoothed; j++) {
      for (int i = 0; i < kSmoothed; i++) out[j][i] += coarse[j][i];
    }
    return true;
  }

  // The steepest pixel of green in a block.
  Place steepest(int64_t left, int64_t top, int64_t right, int64_t bottom) const {
    const int64_t first = std::min(args_.block_px, args_.spacing) / 2;
    Place place{0, 0, false};
    double most = args_.min_slope;
    const auto keep = [&](int64_t x, int64_t y, double slope) {
      if (!(slope > most) || x < kMargin || y < kMargin || x + kMargin >= args_.width || y + kMargin >= args_.height) return;
      most = slope;
      place = {static_cast<int>(x), static_cast<int>(y), true};
    };
    for (int64_t y = top + first; y < bottom; y += args_.spacing) {
      for (int64_t x = std::max<int64_t>(1, left); x < std::min<int64_t>(args_.width - 1, right); x++) keep(x, y, std::abs(at(x + 1, y, 1) - at(x - 1, y, 1)));
    }
    for (int64_t x = left + first; x < right; x += args_.spacing) {
      for (int64_t y = std::max<int64_t>(1, top); y < std::min<int64_t>(args_.height - 1, bottom); y++) keep(x, y, std::abs(at(x, y + 1, 1) - at(x, y - 1, 1)));
    }
    return place;
  }

 private:
  // Copies the samples around a place; returns false if one reaches `brightest`.
  bool cut(const Place& place, int channel, const Lens& lens, double brightest, Patch& patch) const {
    const bool isPlain = lens.linear == 0.0 && lens.cubic == 0.0;
    for (int j = 0; j < kPatch; j++) {
      for (int i = 0; i < kPatch; i++) {
        const int x = place.x + i - kMargin, y = place.y + j - kMargin;
        patch[j][i] = isPlain ? at(x, y, channel) : seen(x, y, channel, lens);
        if (patch[j][i] >= brightest) return false;
      }
    }
    return true;
  }

  const ChannelShiftsArgs<T>& args_;
  const double cx_, cy_;
  // Samples of 8 bits as display values: a division for each takes longer than the rest of a copy.
  double shares_[256];
};

double slopeX(const Smooth& green, int i, int j) { return 0.5 * (green[j + 1][i + 2] - green[j + 1][i]); }
double slopeY(const Smooth& green, int i, int j) { return 0.5 * (green[j + 2][i + 1] - green[j][i + 1]); }

// The direction in which green changes most over the window.
Normal normalOf(const Smooth& green) {
  double xx = 0.0, xy = 0.0, yy = 0.0;
  for (int j = 0; j < kWindow; j++) {
    for (int i = 0; i < kWindow; i++) {
      const double gx = slopeX(green, i, j), gy = slopeY(green, i, j);
      xx += gx * gx, xy += gx * gy, yy += gy * gy;
    }
  }
  const double half = 0.5 * (xx - yy), length = std::sqrt(half * half + xy * xy);
  // Eigenvector of the larger eigenvalue, in the longer of its two forms, which never vanishes at an edge.
  const double x = half >= 0.0 ? half + length : xy, y = half >= 0.0 ? xy : length - half;
  const double size = std::sqrt(x * x + y * y);
  return size > 0.0 ? Normal{x / size, y / size} : Normal{1.0, 0.0};
}

// Writes the shift of a channel along the normal, and its certainty.
void shiftOf(const Smooth& channel, const Smooth& green, const Normal& normal, float* found) {
  double n = kWindow * kWindow, g = 0.0, d = 0.0, c = 0.0, gg = 0.0, gd = 0.0, dd = 0.0, gc = 0.0, dc = 0.0, cc = 0.0;
  for (int j = 0; j < kWindow; j++) {
    for (int i = 0; i < kWindow; i++) {
      const double value = green[j + 1][i + 1], slope = normal.x * slopeX(green, i, j) + normal.y * slopeY(green, i, j), own = channel[j + 1][i + 1];
      g += value, d += slope, c += own;
      gg += value * value, gd += value * slope, dd += slope * slope, gc += value * own, dc += slope * own, cc += own * own;
    }
  }
  gg -= g * g / n, gd -= g * d / n, dd -= d * d / n, gc -= g * c / n, dc -= d * c / n, cc -= c * c / n;
  const double determinant = gg * dd - gd * gd;
  if (!(determinant > 1e-12 * gg * dd) || !(gg > 0.0)) return;
  const double gain = (gc * dd - dc * gd) / determinant, moved = (dc * gg - gc * gd) / determinant;
  if (!(gain > kMinGain)) return;
  const double left = std::max(0.0, cc - gain * gc - moved * dc) / n + kNoise * kNoise;
  found[0] = static_cast<float>(-moved / gain);
  found[1] = static_cast<float>(gain * gain * (determinant / gg) / (kPerSample * left));
}

double contrastOf(const Smooth& green) {
  double least = green[1][1], most = least;
  for (int j = 1; j <= kWindow; j++) {
    for (int i = 1; i <= kWindow; i++) least = std::min(least, green[j][i]), most = std::max(most, green[j][i]);
  }
  return most - least;
}

}  // namespace

// Measures how far red and blue are shifted against green at the steepest edge of each block. Rows are rows of blocks.
template <typename T>
Status channelShifts(const ChannelShiftsArgs<T>& args, int row_begin, int row_end, CancelFlag cancel) {
  const int64_t px = args.block_px, columns = (args.width + px - 1) / px;
  const Reader<T> reader(args);
  const Lens red{args.red_linear, args.red_cubic}, blue{args.blue_linear, args.blue_cubic};
  Smooth green, other;
  for (int row = row_begin; row < row_end; row++) {
    if (cancel.raised()) return Status::kCancelled;
    for (int64_t column = 0; column < columns; column++) {
      float* found = args.shifts.data + (size_t(row) * columns + column) * Shift::length;
      std::fill(found, found + Shift::length, 0.0f);
      const int64_t left = column * px, top = row * px;
      const Place place = reader.steepest(left, top, std::min<int64_t>(args.width, left + px), std::min<int64_t>(args.height, top + px));
      if (!place.found || !reader.green(place, green) || contrastOf(green) < args.min_contrast) continue;
      const Normal normal = normalOf(green);
      found[Shift::at_column] = static_cast<float>(place.x), found[Shift::at_row] = static_cast<float>(place.y);
      found[Shift::at_normal_x] = static_cast<float>(normal.x), found[Shift::at_normal_y] = static_cast<float>(normal.y);
      if (reader.other(place, 0, red, other)) shiftOf(other, green, normal, found + Shift::at_red);
      if (reader.other(place, 2, blue, other)) shiftOf(other, green, normal, found + Shift::at_blue);
    }
  }
  return Status::kOk;
}

template Status channelShifts(const ChannelShiftsArgs<uint8_t>&, int, int, CancelFlag);
template Status channelShifts(const ChannelShiftsArgs<uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
