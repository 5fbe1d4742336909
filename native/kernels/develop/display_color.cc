#include "display_color.h"

#include <cmath>

namespace lightwell {

namespace {

// A channel is trusted up to 92 % of its clipping level and not at all at the level itself.
constexpr float kTrusted = 0.92f;
constexpr float kSpan = 1.0f / (1.0f - kTrusted);

LW_INLINE float smaller(float a, float b) { return a < b ? a : b; }
LW_INLINE float larger(float a, float b) { return a < b ? b : a; }

LW_INLINE float distrust(float value, float clip) {
  return smaller(1.0f, larger(0.0f, (value / clip - kTrusted) * kSpan));
}

// Number of pixels with a channel that is not fully trusted.
LW_CLONES int countClipped(const LightRun& in, int count, const float* clip) {
  const float near_r = clip[0] * kTrusted, near_g = clip[1] * kTrusted, near_b = clip[2] * kTrusted;
  int clipped = 0;
  for (int i = 0; i < count; i++) clipped += (in.r[i] > near_r) | (in.g[i] > near_g) | (in.b[i] > near_b);
  return clipped;
}

// A clipped channel is at least as bright as its sample. If the others are brighter on average, it follows them;
// otherwise green, which clips first, would leave magenta. If all three clip, the colour is unknown and becomes
// neutral. Pixels that do not clip are kept.
LW_CLONES void rebuildHighlights(LightRun& px, int count, const float* clip) {
  for (int i = 0; i < count; i++) {
    const float r = px.r[i], g = px.g[i], b = px.b[i];
    const float tr = distrust(r, clip[0]), tg = distrust(g, clip[1]), tb = distrust(b, clip[2]);
    const float out_r = r + tr * larger(0.0f, (g + b) * 0.5f - r);
    const float out_g = g + tg * larger(0.0f, (r + b) * 0.5f - g);
    const float out_b = b + tb * larger(0.0f, (r + g) * 0.5f - b);
    const float all = smaller(tr, smaller(tg, tb));
    const float neutral = larger(out_r, larger(out_g, out_b));
    px.r[i] = out_r + all * (neutral - out_r);
    px.g[i] = out_g + all * (neutral - out_g);
    px.b[i] = out_b + all * (neutral - out_b);
  }
}

LW_INLINE float clamped(float value) { return smaller(65535.0f, larger(0.0f, value)); }

// Applies the matrix in place; returns the number of pixels with red < green < blue.
LW_CLONES int applyMatrix(LightRun& px, int count, const float* m) {
  const float m0 = m[0], m1 = m[1], m2 = m[2], m3 = m[3], m4 = m[4], m5 = m[5], m6 = m[6], m7 = m[7], m8 = m[8];
  int blue = 0;
  for (int i = 0; i < count; i++) {
    const float r = px.r[i], g = px.g[i], b = px.b[i];
    const float out_r = clamped(m0 * r + m1 * g + m2 * b);
    const float out_g = clamped(m3 * r + m4 * g + m5 * b);
    const float out_b = clamped(m6 * r + m7 * g + m8 * b);
    px.r[i] = out_r;
    px.g[i] = out_g;
    px.b[i] = out_b;
    blue += (out_r < out_g) & (out_g < out_b);
  }
  return blue;
}

// Looks up the curve's entries as floats; `index` is scratch memory of the same length.
LW_CLONES void lookUp(const uint16_t* __restrict curve, const float* __restrict light, int count, int32_t* __restrict index,
                      float* __restrict out) {
  for (int i = 0; i < count; i++) index[i] = static_cast<int32_t>(light[i] + 0.5f);
  for (int i = 0; i < count; i++) index[i] = curve[index[i]];
  for (int i = 0; i < count; i++) out[i] = static_cast<float>(index[i]);
}

// One curve for each channel gives the roll-off of a camera's picture, but turns bright skies cyan. For pixels with red
// < green < blue, green therefore keeps its relative position between the others in square roots, more so the bluer the
// pixel. The correction is continuous at all three limits of that range.
LW_CLONES void keepBlues(const LightRun& light, int count, LightRun& toned) {
  for (int i = 0; i < count; i++) {
    const float r = light.r[i], g = light.g[i], b = light.b[i], to_r = toned.r[i], to_g = toned.g[i];
    const float root_r = std::sqrt(r);
    // Numbers that differ only in their last bit can have the same root.
    const float span = larger(1e-20f, std::sqrt(b) - root_r);
    const float kept = to_r + (toned.b[i] - to_r) * ((std::sqrt(g) - root_r) / span);
    const float turned = to_g + smaller(1.0f, 2.0f * (b - r) / b) * (kept - to_g);
    const bool blue = (r < g) & (g < b);
    toned.g[i] = blue ? turned : to_g;
  }
}

}  // namespace

bool walkFits(const Walk& walk, int width, int height, int64_t pixels) {
  // A single step of that size already leaves the picture; with smaller ones, none of the sums below overflows.
  for (const int64_t each : {walk.start, walk.step_x, walk.step_y}) {
    if (each > pixels || each < -pixels) return false;
  }
  for (const int64_t x : {0, width - 1}) {
    for (const int64_t y : {0, height - 1}) {
      const int64_t at = walk.start + x * walk.step_x + y * walk.step_y;
      if (at < 0 || at >= pixels) return false;
    }
  }
  return true;
}

void displayColours(LightRun& light, int count, const DisplayLook& look, LightRun& toned) {
  int32_t index[kLightRun];
  if (countClipped(light, count, look.clip) > 0) rebuildHighlights(light, count, look.clip);
  const int blue = applyMatrix(light, count, look.matrix);
  lookUp(look.curve, light.r, count, index, toned.r);
  lookUp(look.curve, light.g, count, index, toned.g);
  lookUp(look.curve, light.b, count, index, toned.b);
  if (blue > 0) keepBlues(light, count, toned);
}

}  // namespace lightwell
