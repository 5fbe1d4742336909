#include "../../generated/tone.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace lightwell {

namespace {

constexpr float kWhiteFade = 10.0f;
constexpr float kGamutCeiling = 0.985f;
constexpr float kTiny = 1e-6f;
constexpr float kMaxHaze = 0.95f;
constexpr float kNearlyClipped = 0.92f;
constexpr float kClippedKeeps = 0.6f;
constexpr float kSteepestLight = 2.0f;
constexpr float kMinLight = 0.4f;
constexpr float kBrightestShare = 0.5f;

// Planar scratch memory of one row: channels, and the position of every column in the grid.
struct Row {
  explicit Row(int width)
      : r(width), g(width), b(width), left(width), right(width), blend(width) {}
  std::vector<float> r, g, b;
  std::vector<int> left, right;
  std::vector<float> blend;
};

template <typename Args>
void placeColumns(const Args& s, Row& row) {
  const int n = s.grid_width;
  auto column = [&](int x) { return s.wrap_x ? ((x % n) + n) % n : std::min(n - 1, std::max(0, x)); };
  for (int x = 0; x < s.width; x++) {
    const double gx = (x + 0.5) * s.grid_scale_x - 0.5;
    const int x0 = static_cast<int>(std::floor(gx));
    row.left[x] = column(x0);
    row.right[x] = column(x0 + 1);
    row.blend[x] = static_cast<float>(gx - x0);
  }
}

using Cell = ToneCell<float>;
using Node = ToneNode<float>;

// Blends the two grid rows around image row y, as planes of grid_width in the order of a cell.
template <typename Args>
void blendGridRows(const Args& s, int y, float* planes) {
  const double gy = (y + 0.5) * s.grid_scale_y - 0.5;
  const int y0 = static_cast<int>(std::floor(gy));
  const float t = static_cast<float>(gy - y0);
  const int last = s.grid_height - 1;
  const float* top = s.grid.data + size_t(std::min(last, std::max(0, y0))) * s.grid_width * Cell::length;
  const float* bottom = s.grid.data + size_t(std::min(last, std::max(0, y0 + 1))) * s.grid_width * Cell::length;
  for (int i = 0; i < s.grid_width; i++) {
    for (int c = 0; c < Cell::length; c++) {
      planes[c * s.grid_width + i] = top[Cell::length * i + c] * (1.0f - t) + bottom[Cell::length * i + c] * t;
    }
  }
}

LW_INLINE float larger(float a, float b) { return a > b ? a : b; }
LW_INLINE float smaller(float a, float b) { return a < b ? a : b; }
// Share of a gain that a channel takes. A clipped channel held more than it shows, so it is lowered less.
LW_INLINE float trusted(float value, float gain) {
  const float clipped = smaller(1.0f, larger(0.0f, (value - kNearlyClipped) * (1.0f / (1.0f - kNearlyClipped))));
  const float lowered = smaller(1.0f, larger(0.0f, (1.0f - gain) * 1e3f));
  return 1.0f - kClippedKeeps * clipped * lowered;
}
// Perceived brightness: luma, part of the way to the brightest channel.
LW_INLINE float brightnessOf(float luma, float brightest) { return luma + kBrightestShare * (brightest - luma); }
// Factor of a brightness: the hyperbola of `lift` until its slope is kSteepestLight, then a straight line.
LW_INLINE float lightOf(float value, float lift) {
  const float held_back = smaller(1.0f, lift);
  const float straight_from = (1.0f - std::sqrt(held_back * (1.0f / kSteepestLight))) / larger(kTiny, 1.0f - held_back);
  const float held = smaller(value, straight_from);
  const float share = held / larger(value, kTiny);
  return larger(kMinLight, lift / (1.0f + (lift - 1.0f) * held) * share + kSteepestLight * (1.0f - share));
}
// Clamps to [0, last]. Values far below any int are cast to the smallest int on all machines; values far above are not,
// so they are clamped first.
LW_INLINE int clamped(float v, int last) {
  constexpr float kMost = 1073741824.0f;
  return std::min(last, std::max(0, static_cast<int>(v < kMost ? v : kMost)));
}

// Works in place on planar channels, so that the loop vectorises. `planes` are the blended grid rows.
LW_CLONES void mapRow(float vibrance, const float* __restrict curve, int last, const float* __restrict planes, int grid_width,
                      const int* __restrict left, const int* __restrict right, const float* __restrict blend, int width,
                      float* __restrict red, float* __restrict green, float* __restrict blue) {
  const auto plane = [&](Cell::Place place) { return planes + place * grid_width; };
  const float *slopes = plane(Cell::at_slope), *offsets = plane(Cell::at_offset), *red_gains = plane(Cell::at_red_gain),
              *blue_gains = plane(Cell::at_blue_gain), *lifts = plane(Cell::at_lift), *neutrals = plane(Cell::at_neutral),
              *veils = plane(Cell::at_veil), *vividnesses = plane(Cell::at_vividness);
  const float nodes = static_cast<float>(last);
  for (int x = 0; x < width; x++) {
    const float t = blend[x];
    const int i = left[x], j = right[x];
    const float slope = slopes[i] * (1.0f - t) + slopes[j] * t;
    const float offset = offsets[i] * (1.0f - t) + offsets[j] * t;
    const float gain_red = red_gains[i] * (1.0f - t) + red_gains[j] * t;
    const float gain_blue = blue_gains[i] * (1.0f - t) + blue_gains[j] * t;
    const float lift = lifts[i] * (1.0f - t) + lifts[j] * t;
    const float neutral = neutrals[i] * (1.0f - t) + neutrals[j] * t;
    const float veil = veils[i] * (1.0f - t) + veils[j] * t;
    const float vividness = vividnesses[i] * (1.0f - t) + vividnesses[j] * t;
    const float gain_green = (1.0f - 0.2126f * gain_red - 0.0722f * gain_blue) * (1.0f / 0.7152f);

    const float brightest = larger(larger(red[x], green[x]), blue[x]);
    const float veiled = smaller(smaller(red[x], green[x]), blue[x]);
    const float square = veiled * veiled;
    const float haze = smaller(kMaxHaze, veil * square / (square + 0.25f * veil * veil + kTiny));
    const float clearing = 1.0f / (1.0f - haze);
    const float clear_red = (red[x] - haze) * clearing, clear_green = (green[x] - haze) * clearing,
                clear_blue = (blue[x] - haze) * clearing;
    const float dimmest = (veiled - haze) * clearing;
    const float fade = smaller(1.0f, (1.0f - dimmest) * kWhiteFade);
    const float balanced_red = clear_red * (1.0f + (gain_red - 1.0f) * fade * trusted(red[x], gain_red));
    const float balanced_green = clear_green * (1.0f + (gain_green - 1.0f) * fade * trusted(green[x], gain_green));
    const float balanced_blue = clear_blue * (1.0f + (gain_blue - 1.0f) * fade * trusted(blue[x], gain_blue));
    const float balanced = 0.2126f * balanced_red + 0.7152f * balanced_green + 0.0722f * balanced_blue;
    const float before = brightnessOf(balanced, larger(larger(balanced_red, balanced_green), balanced_blue));
    const float light = lightOf(before, lift);
    const float r = balanced_red * light, g = balanced_green * light, b = balanced_blue * light;
    const float luma = balanced * light, bright = before * light;
    // A gain can push a channel above full scale, where the curve ends.
    const float held = smaller(1.0f, bright);

    const int node = clamped((slope * held + offset) * nodes + 0.5f, last);
    // The end that brightness is measured from: 0 (black) below the base, 1 (white) above. It is the sign bit of a
    // difference, because a condition would be a branch and prevent vectorisation.
    const int end = 1 + ((wholeOf(held * nodes) - node) >> 31);
    const float from = static_cast<float>(end);
    const float v = std::fabs(from - held);
    const int at = node * Node::length + end * (Node::at_light_ratio - Node::at_dark_ratio);
    const float ceiling = larger(kGamutCeiling, brightest);
    const float gain = smaller(ceiling, std::fabs(from - v * (curve[at + Node::at_dark_ratio] + curve[at + Node::at_dark_bend] * v))) / larger(bright, kTiny);
    const float toned = luma * gain;
    const float max = larger(larger(r, g), b), min = smaller(smaller(r, g), b);
    const float saturation = (max - min) / larger(max, kTiny);
    const float vivid = larger(0.0f, vividness) * (1.0f + vibrance * 40.0f * saturation * (1.0f - saturation) * smaller(0.1f, luma));
    const float spread = gain * (max - min);
    const float vivid_part = spread * spread + kTiny, neutral_part = larger(neutral, 0.0f) * larger(neutral, 0.0f);
    const float wanted = vivid * curve[node * Node::length + Node::at_chroma] * (vivid_part / (vivid_part + neutral_part));
    const float to_ceiling = (ceiling - toned) / larger(gain * max - toned, kTiny);
    const float to_floor = toned / larger(toned - gain * min, kTiny);
    const float chroma = smaller(wanted, smaller(to_ceiling, to_floor));
    red[x] = toned + (gain * r - toned) * chroma;
    green[x] = toned + (gain * g - toned) * chroma;
    blue[x] = toned + (gain * b - toned) * chroma;
  }
}

template <typename In>
LW_INLINE void loadRow(const In* __restrict source, int width, float* __restrict r, float* __restrict g, float* __restrict b) {
  const float scale = static_cast<float>(1.0 / std::numeric_limits<In>::max());
  for (int x = 0; x < width; x++) {
    r[x] = source[3 * x] * scale;
    g[x] = source[3 * x + 1] * scale;
    b[x] = source[3 * x + 2] * scale;
  }
}

template <typename Out>
LW_INLINE void storeRow(const float* __restrict r, const float* __restrict g, const float* __restrict b, const float* rounding,
                        float white, int width, Out* __restrict target) {
  constexpr int kMax = std::numeric_limits<Out>::max();
  const float scale = white * static_cast<float>(std::numeric_limits<Out>::max());
  for (int x = 0; x < width; x++) {
    const float round = rounding[x & 7];
    target[3 * x] = static_cast<Out>(clamped(r[x] * scale + round, kMax));
    target[3 * x + 1] = static_cast<Out>(clamped(g[x] * scale + round, kMax));
    target[3 * x + 2] = static_cast<Out>(clamped(b[x] * scale + round, kMax));
  }
}

LW_CLONES void load(const uint8_t* s, int width, float* r, float* g, float* b) { loadRow(s, width, r, g, b); }
LW_CLONES void load(const uint16_t* s, int width, float* r, float* g, float* b) { loadRow(s, width, r, g, b); }
LW_CLONES void store(const float* r, const float* g, const float* b, const float* rounding, float white, int width,
                     uint8_t* t) {
  storeRow(r, g, b, rounding, white, width, t);
}
LW_CLONES void store(const float* r, const float* g, const float* b, const float* rounding, float white, int width,
                     uint16_t* t) {
  storeRow(r, g, b, rounding, white, width, t);
}

// Values added before rounding down, for the eight columns of a dither cell's row.
void roundingOf(bool dither, int y, float* rounding) {
  for (int x = 0; x < 8; x++) {
    const int d = x ^ (y & 7);
    const int rank = ((d & 1) << 5) | ((y & 1) << 4) | ((d & 2) << 2) | ((y & 2) << 1) | ((d & 4) >> 1) | ((y & 4) >> 2);
    rounding[x] = dither ? (static_cast<float>(rank) + 0.5f) / 64.0f : 0.5f;
  }
}

}  // namespace

// The full-resolution pass of the tone stage on display-encoded RGB: white balance, curve of brightness by base and
// detail, chroma inside the gamut. Rows are target rows.
template <typename In, typename Out>
Status toneMap(const ToneMapArgs<In, Out>& args, int row_begin, int row_end, CancelFlag cancel) {
  const auto staysSmall = [](double scale, int side) { return std::fabs(scale) * side <= kMaxSize; };
  if (!staysSmall(args.grid_scale_x, args.width) || !staysSmall(args.grid_scale_y, args.height) || args.curve.length / Node::length > size_t(kMaxSize)) {
    return Status::kBadArguments;
  }
  const size_t samples = size_t(args.width) * 3;
  Row row(args.width);
  placeColumns(args, row);
  std::vector<float> planes(size_t(args.grid_width) * Cell::length);
  const int last = static_cast<int>(args.curve.length / Node::length) - 1;
  float rounding[8];
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    blendGridRows(args, y, planes.data());
    roundingOf(args.dither, y, rounding);
    load(args.source.data + size_t(y) * samples, args.width, row.r.data(), row.g.data(), row.b.data());
    mapRow(args.vibrance, args.curve.data, last, planes.data(), args.grid_width, row.left.data(), row.right.data(), row.blend.data(),
           args.width, row.r.data(), row.g.data(), row.b.data());
    store(row.r.data(), row.g.data(), row.b.data(), rounding, args.white, args.width, args.target.data + size_t(y) * samples);
  }
  return Status::kOk;
}

template Status toneMap(const ToneMapArgs<uint8_t, uint8_t>&, int, int, CancelFlag);
template Status toneMap(const ToneMapArgs<uint8_t, uint16_t>&, int, int, CancelFlag);
template Status toneMap(const ToneMapArgs<uint16_t, uint8_t>&, int, int, CancelFlag);
template Status toneMap(const ToneMapArgs<uint16_t, uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
