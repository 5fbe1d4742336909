#include "../../generated/develop.h"

#include <cmath>
#include <initializer_list>

#include "../../power.h"

namespace lightwell {

namespace {

// As in display_color.cc: a channel is trusted up to 92 % of its clipping level and not at all at the level itself.
constexpr float kTrusted = 0.92f;

LW_INLINE float smaller(float a, float b) { return a < b ? a : b; }
LW_INLINE float larger(float a, float b) { return a < b ? b : a; }
LW_INLINE float mix(float a, float b, float share) { return a + (b - a) * share; }
LW_INLINE float distrust(float value, float clip) {
  return smaller(1.0f, larger(0.0f, (value / clip - kTrusted) / (1.0f - kTrusted)));
}

struct Rgb {
  float r, g, b;
};

// The two of `count` entries around a position; outside the ends, both are the end.
struct Between {
  size_t first, second;
  float share;
};

LW_INLINE Between between(double place, int count) {
  const double inside = place > 0 ? (place < count - 1 ? place : count - 1) : 0;
  const int first = int(inside);
  return {size_t(first), size_t(first + 1 < count ? first + 1 : first), float(inside - first)};
}

Rgb rebuilt(Rgb p, const float* clip) {
  const float tr = distrust(p.r, clip[0]), tg = distrust(p.g, clip[1]), tb = distrust(p.b, clip[2]);
  const Rgb out{p.r + tr * larger(0.0f, (p.g + p.b) * 0.5f - p.r), p.g + tg * larger(0.0f, (p.r + p.b) * 0.5f - p.g),
                p.b + tb * larger(0.0f, (p.r + p.g) * 0.5f - p.b)};
  const float all = smaller(tr, smaller(tg, tb)), neutral = larger(out.r, larger(out.g, out.b));
  return {mix(out.r, neutral, all), mix(out.g, neutral, all), mix(out.b, neutral, all)};
}

float tableInput(const GainTableMapArgs& a, Rgb p) {
  const float *m = a.forward.data, *w = a.weights.data;
  const float r = larger(0.0f, m[0] * p.r + m[1] * p.g + m[2] * p.b);
  const float g = larger(0.0f, m[3] * p.r + m[4] * p.g + m[5] * p.b);
  const float b = larger(0.0f, m[6] * p.r + m[7] * p.g + m[8] * p.b);
  const float sum = r * w[0] + g * w[1] + b * w[2] + smaller(r, smaller(g, b)) * w[3] + larger(r, larger(g, b)) * w[4];
  const float cut = smaller(1.0f, larger(0.0f, sum));
  return a.gamma == 1.0f ? cut : power(cut, a.gamma);
}

uint16_t whole(float value) { return uint16_t(int(smaller(65535.0f, value) + 0.5f)); }

void mapRow(const GainTableMapArgs& a, int y) {
  const size_t points = size_t(a.points), at = size_t(y) * a.width * 3;
  const uint16_t* in = a.source.data + at;
  uint16_t* out = a.target.data + at;
  const float *clip = a.clip.data, near[3] = {clip[0] * kTrusted, clip[1] * kTrusted, clip[2] * kTrusted};
  const Between row = between(a.start_y + y * a.step_y, a.rows);
  const float* above = a.gains.data + row.first * a.columns * points;
  const float* below = a.gains.data + row.second * a.columns * points;
  for (int x = 0; x < a.width; x++, in += 3, out += 3) {
    Rgb p{float(in[0]), float(in[1]), float(in[2])};
    if ((p.r > near[0]) | (p.g > near[1]) | (p.b > near[2])) p = rebuilt(p, clip);
    const Between column = between(a.start_x + x * a.step_x, a.columns);
    const Between index = between(double(tableInput(a, p)) * a.points, a.points);
    const size_t left = column.first * points, right = column.second * points;
    const auto read = [&](const float* table) { return mix(table[index.first], table[index.second], index.share); };
    const float upper = mix(read(above + left), read(above + right), column.share);
    const float lower = mix(read(below + left), read(below + right), column.share);
    const float gain = mix(upper, lower, row.share) * a.scale;
    out[0] = whole(p.r * gain);
    out[1] = whole(p.g * gain);
    out[2] = whole(p.b * gain);
  }
}

bool isFinite(const GainTableMapArgs& a) {
  for (double one : {a.start_x, a.step_x, a.start_y, a.step_y, double(a.gamma), double(a.scale)})
    if (!std::isfinite(one)) return false;
  return true;
}

}  // namespace

// Applies the gain tables of a DNG profile to linear camera RGB. The walk, gamma and scale must be finite, and scale
// must not be negative. Rows are the picture's.
Status gainTableMap(const GainTableMapArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (!isFinite(args) || !(args.scale >= 0)) return Status::kBadArguments;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    mapRow(args, y);
  }
  return Status::kOk;
}

}  // namespace lightwell
