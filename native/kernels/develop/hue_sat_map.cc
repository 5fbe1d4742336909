#include "../../generated/develop.h"

#include <algorithm>
#include <cmath>

#include "../../power.h"

namespace lightwell {

namespace {

constexpr float kTrusted = 0.92f;
constexpr float kMaxGain = 1e30f;

LW_INLINE float smaller(float a, float b) { return a < b ? a : b; }
LW_INLINE float larger(float a, float b) { return a < b ? b : a; }

float encode(float v) { return v <= 0.0031308f ? 12.92f * v : 1.055f * power(v, 1.0f / 2.4f) - 0.055f; }
float decode(float v) { return v <= 0.04045f ? v / 12.92f : power((v + 0.055f) / 1.055f, 2.4f); }

struct Rgb {
  float r, g, b;
};

struct Change {
  float hue, saturation, value;
};

Rgb transform(const float* m, Rgb p) {
  return {m[0] * p.r + m[1] * p.g + m[2] * p.b, m[3] * p.r + m[4] * p.g + m[5] * p.b, m[6] * p.r + m[7] * p.g + m[8] * p.b};
}

// Hue in [0, 6): 0 red, 2 green, 4 blue.
float hueOf(Rgb p, float top, float span) {
  if (p.r == top) return (p.g - p.b) / span + (p.g < p.b ? 6.0f : 0.0f);
  return p.g == top ? (p.b - p.r) / span + 2.0f : (p.r - p.g) / span + 4.0f;
}

Change lookUp(const HueSatMapArgs& a, float hue, float saturation, float value) {
  const float h = hue * a.hues / 6.0f;
  const float s = saturation * (a.saturations - 1);
  const float v = smaller(1.0f, value) * (a.values - 1);
  const int h0 = int(h), s0 = int(s), v0 = int(v);
  const int hue_at[2] = {h0 % a.hues, (h0 + 1) % a.hues};
  const int sat_at[2] = {s0, s0 + 1 < a.saturations ? s0 + 1 : s0};
  const int val_at[2] = {v0, v0 + 1 < a.values ? v0 + 1 : v0};
  const float hf = h - h0, sf = s - s0, vf = v - v0;
  Change sum{0, 0, 0};
  for (int i = 0; i < (a.values > 1 ? 8 : 4); i++) {
    const float share = ((i & 1) ? hf : 1 - hf) * ((i & 2) ? sf : 1 - sf) * (a.values > 1 ? ((i & 4) ? vf : 1 - vf) : 1.0f);
    const float* t = a.table.data + (size_t(val_at[i >> 2] * a.hues + hue_at[i & 1]) * a.saturations + sat_at[(i >> 1) & 1]) * 3;
    sum.hue += share * t[0];
    sum.saturation += share * t[1];
    sum.value += share * t[2];
  }
  return sum;
}

Rgb fromHsv(float hue, float saturation, float value) {
  const int sector = int(hue);
  const float f = hue - sector;
  const float p = value * (1 - saturation), q = value * (1 - saturation * f), t = value * (1 - saturation * (1 - f));
  switch (sector % 6) {
    case 0: return {value, t, p};
    case 1: return {q, value, p};
    case 2: return {p, value, t};
    case 3: return {p, q, value};
    case 4: return {t, p, value};
    default: return {value, p, q};
  }
}

// The table's change of a pixel.
Rgb changeOf(const HueSatMapArgs& a, Rgb light) {
  const Rgb p{larger(0.0f, light.r), larger(0.0f, light.g), larger(0.0f, light.b)};
  const float top = larger(p.r, larger(p.g, p.b)), span = top - smaller(p.r, smaller(p.g, p.b));
  if (!(top > 0)) return {0, 0, 0};
  const float hue = span > 0 ? hueOf(p, top, span) : 0;
  const float seen = a.encoded ? encode(top) : top;
  const Change c = lookUp(a, hue, span / top, seen);
  float turned = std::fmod(hue + c.hue / 60.0f, 6.0f);
  if (turned < 0) turned += 6.0f;
  const float value = a.encoded ? decode(larger(0.0f, seen * c.value)) : top * larger(0.0f, c.value);
  const Rgb q = fromHsv(turned, smaller(1.0f, larger(0.0f, span / top * c.saturation)), value);
  return {q.r - p.r, q.g - p.g, q.b - p.b};
}

float trust(float value, float clip) { return smaller(1.0f, larger(0.0f, (1.0f - value / clip) / (1.0f - kTrusted))); }

uint16_t whole(float value) { return uint16_t(int(smaller(65535.0f, larger(0.0f, value)) + 0.5f)); }

void mapRow(const HueSatMapArgs& a, const uint16_t* in, uint16_t* out) {
  const float* clip = a.clip.data;
  for (int i = 0; i < a.width * 3; i += 3) {
    const Rgb p{float(in[i]), float(in[i + 1]), float(in[i + 2])};
    const float share = smaller(trust(p.r, clip[0]), smaller(trust(p.g, clip[1]), trust(p.b, clip[2])));
    const Rgb d = share > 0 ? transform(a.backward.data, changeOf(a, transform(a.forward.data, p))) : Rgb{0, 0, 0};
    out[i] = whole(p.r + share * d.r);
    out[i + 1] = whole(p.g + share * d.g);
    out[i + 2] = whole(p.b + share * d.b);
  }
}

// Light that is NaN or infinite has no entry in the table.
bool isSound(const View<float>& forward) {
  return std::all_of(forward.data, forward.data + 9, [](float v) { return std::fabs(v) <= kMaxGain; });
}

}  // namespace

// Applies the hue, saturation and value table of a DNG profile to linear camera RGB. Rows are the picture's.
Status hueSatMap(const HueSatMapArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (!isSound(args.forward)) return Status::kBadArguments;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const size_t at = size_t(y) * args.width * 3;
    mapRow(args, args.source.data + at, args.target.data + at);
  }
  return Status::kOk;
}

}  // namespace lightwell
