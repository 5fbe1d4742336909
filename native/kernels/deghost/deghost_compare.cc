#include "../../generated/deghost.h"

#include <algorithm>
#include <cmath>

#include "../../generated/cells.h"

namespace lightwell {

namespace {

constexpr int kLuma = 3, kSpread = 4;
constexpr double kJustTolerated = 32, kMinDark = 2.0 / 255, kShadowsBegin = 0.08, kLossInShadows = 0.35,
                 kColourFactor = 1.6, kBorderBegins = 0.6,
                 kBrightnessPerChroma = 0.25, kColourPerChroma = 0.5, kClipped = 0.97, kFullSensor = 0.85;

double lookUp(const float* tables, int c, double value) {
  const double at = std::min(1.0, std::max(0.0, value)) * kTableSteps;
  const int step = std::min(kTableSteps - 1, static_cast<int>(at));
  const float* entry = tables + c * (kTableSteps + 1) + step;
  return entry[0] + (double(entry[1]) - entry[0]) * (at - step);
}

struct Interval {
  double low, high;
};

Interval intervalAround(const uint16_t* data, const DeghostCompareArgs& args, int x, int y, int c) {
  const int at = data[(size_t(y) * args.width + x) * kCellSamples + c];
  int low = at, high = at;
  for (int v = std::max(0, y - 1); v <= std::min(args.height - 1, y + 1); v++) {
    for (int u = x - 1; u <= x + 1; u++) {
      if (!args.wrap_x && (u < 0 || u >= args.width)) continue;
      const int value = data[(size_t(v) * args.width + (u + args.width) % args.width) * kCellSamples + c];
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  return {(at + (low - at) * args.slack) / 65535, (at + (high - at) * args.slack) / 65535};
}

// Contradiction of one channel or of luma, relative to the tolerance. Computed only for the few cells that do not agree
// outright.
double contradiction(const DeghostCompareArgs& args, int x, int y, int c, double tolerance) {
  const float *up = args.up.data, *down = args.down.data;
  const size_t cell = size_t(y) * args.width + x;
  const uint16_t *dark = args.dark.data + cell * kCellSamples, *bright = args.bright.data + cell * kCellSamples;
  const double a[3] = {lookUp(up, 0, dark[0] / 65535.0), lookUp(up, 1, dark[1] / 65535.0),
                       lookUp(up, 2, dark[2] / 65535.0)};
  const double b[3] = {bright[0] / 65535.0, bright[1] / 65535.0, bright[2] / 65535.0};
  const double min_a = std::min({a[0], a[1], a[2]}), max_a = std::max({a[0], a[1], a[2]});
  const double min_b = std::min({b[0], b[1], b[2]}), max_b = std::max({b[0], b[1], b[2]});
  if (c == kLuma && std::max(max_a, max_b) >= kClipped && std::min(min_a, min_b) < kClipped) return 0;
  const Interval ia = intervalAround(args.dark.data, args, x, y, c), ib = intervalAround(args.bright.data, args, x, y, c);
  // If the largest channel must clip, cameras lift the others towards white.
  const bool whitened = args.forgiving && c != kLuma && max_b >= kFullSensor && max_a >= kClipped;
  double gap = std::max(lookUp(up, c, ia.low) - ib.high, whitened ? 0.0 : ib.low - lookUp(up, c, ia.high));
  const double spread_a = dark[kSpread] / 65535.0, spread_b = bright[kSpread] / 65535.0;
  const double top = std::max(bright[c] / 65535.0 + 2 * spread_b, lookUp(up, c, dark[c] / 65535.0 + 2 * spread_a));
  if (top > kClipped) gap -= args.clipping_slack * (spread_b + spread_a);
  const double saturation = 1 - std::min(min_a / (max_a + 0.01), min_b / (max_b + 0.01));
  const double border = std::min(1.0, std::max(0.0, (saturation - kBorderBegins) / (1 - kBorderBegins)));
  gap -= (c == kLuma ? kBrightnessPerChroma : kColourPerChroma) * border * std::min(max_a - min_a, max_b - min_b);
  const double upper = ib.high >= kClipped ? 1 : lookUp(down, c, ib.high);
  const double gap_dark = std::max(ia.low - upper, lookUp(down, c, ib.low) - ia.high);
  const double dark_tolerance = kMinDark + (args.forgiving ? kLossInShadows * std::max(0.0, kShadowsBegin - dark[c] / 65535.0) : 0.0);
  return std::min(gap / tolerance, gap_dark / dark_tolerance) / (c == kLuma ? 1 : kColourFactor);
}

}  // namespace

// How far two frames contradict each other in each cell: 0 to 255, 32 = just tolerated. Rows are rows of cells.
Status deghostCompare(const DeghostCompareArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    for (int x = 0; x < args.width; x++) {
      const size_t cell = size_t(y) * args.width + x;
      if (args.inside.length > 0 && !args.inside.data[cell]) {
        args.target.data[cell] = 0;
        continue;
      }
      const uint16_t *dark = args.dark.data + cell * kCellSamples, *bright = args.bright.data + cell * kCellSamples;
      double most = 0;
      for (int c = 0; c <= kLuma; c++) {
        const double b = bright[c] / 65535.0;
        const double tolerance = args.tolerances.data[c * kToleranceLevels + std::min(kToleranceLevels - 1, static_cast<int>(b * kToleranceLevels))];
        if (std::fabs(lookUp(args.up.data, c, dark[c] / 65535.0) - b) <= tolerance / 2) continue;
        most = std::max(most, contradiction(args, x, y, c, tolerance));
      }
      args.target.data[cell] = static_cast<uint8_t>(std::min(255.0, std::floor(most * kJustTolerated + 0.5)));
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
