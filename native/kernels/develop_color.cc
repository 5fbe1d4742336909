#include "develop_color.h"

#include <algorithm>
#include <cmath>

namespace lightwell {

namespace {

// A channel is trusted up to 92 % of its clipping level and not at all at the level itself.
constexpr float kTrusted = 0.92f;
constexpr float kSpan = 1.0f / (1.0f - kTrusted);

// Side of the blocks in which a turned picture is walked, so that a source line that was fetched serves many targets.
constexpr int kBlock = 32;

// Pixels that are worked on at a time.
constexpr int kRun = 256;

struct Planar {
  alignas(32) float r[kRun], g[kRun], b[kRun];
};

LW_INLINE float smaller(float a, float b) { return a < b ? a : b; }
LW_INLINE float larger(float a, float b) { return a < b ? b : a; }

LW_INLINE float distrust(float value, float clip) {
  return smaller(1.0f, larger(0.0f, (value / clip - kTrusted) * kSpan));
}

LW_CLONES void splitRun(const uint16_t* __restrict source, int count, Planar& __restrict out) {
  for (int i = 0; i < count; i++) {
    out.r[i] = static_cast<float>(source[3 * i]);
    out.g[i] = static_cast<float>(source[3 * i + 1]);
    out.b[i] = static_cast<float>(source[3 * i + 2]);
  }
}

// How many pixels have a channel that is not wholly trusted.
LW_CLONES int countClipped(const Planar& in, int count, const float* clip) {
  const float near_r = clip[0] * kTrusted, near_g = clip[1] * kTrusted, near_b = clip[2] * kTrusted;
  int clipped = 0;
  for (int i = 0; i < count; i++) clipped += (in.r[i] > near_r) | (in.g[i] > near_g) | (in.b[i] > near_b);
  return clipped;
}

// A clipped channel is at least as bright as it says; where the others are brighter on average it follows them (else green, which clips
// first, leaves magenta). Where all three clip nothing is known of the colour: neutral. A pixel that does not clip stays.
LW_CLONES void rebuildHighlights(Planar& px, int count, const float* clip) {
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

// In place; gives how many pixels are bluer than green and greener than red.
LW_CLONES int applyMatrix(Planar& px, int count, const float* m) {
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

// The curve's entries as floats; `index` is room for as many numbers.
LW_CLONES void lookUp(const uint16_t* __restrict curve, const float* __restrict light, int count, int32_t* __restrict index,
                      float* __restrict out) {
  for (int i = 0; i < count; i++) index[i] = static_cast<int32_t>(light[i] + 0.5f);
  for (int i = 0; i < count; i++) index[i] = curve[index[i]];
  for (int i = 0; i < count; i++) out[i] = static_cast<float>(index[i]);
}

// One curve a channel gives the roll-off of a camera's picture, but turns bright skies cyan: there (red < green < blue) green keeps its
// place between the others instead, in square roots, the more the bluer. Continuous at all three edges of that range.
LW_CLONES void keepBlues(const Planar& light, int count, Planar& toned) {
  for (int i = 0; i < count; i++) {
    const float r = light.r[i], g = light.g[i], b = light.b[i], to_r = toned.r[i], to_g = toned.g[i];
    const float root_r = std::sqrt(r);
    const float kept = to_r + (toned.b[i] - to_r) * ((std::sqrt(g) - root_r) / (std::sqrt(b) - root_r));
    const float turned = to_g + smaller(1.0f, 2.0f * (b - r) / b) * (kept - to_g);
    const bool blue = (r < g) & (g < b);
    toned.g[i] = blue ? turned : to_g;
  }
}

LW_CLONES void joinRun(const Planar& __restrict in, int count, uint16_t* __restrict target) {
  for (int i = 0; i < count; i++) {
    target[3 * i] = static_cast<uint16_t>(static_cast<int32_t>(in.r[i]));
    target[3 * i + 1] = static_cast<uint16_t>(static_cast<int32_t>(in.g[i] + 0.5f));
    target[3 * i + 2] = static_cast<uint16_t>(static_cast<int32_t>(in.b[i]));
  }
}

// `count` pixels of the target from (x, y) on.
void developRun(const DevelopColorArgs& args, int x, int y, int count) {
  Planar light, toned;
  int32_t index[kRun];
  const int64_t at = args.start + x * args.step_x + y * args.step_y;
  if (args.step_x == 1) {
    splitRun(args.source.data + at * 3, count, light);
  } else {
    for (int i = 0; i < count; i++) {
      const uint16_t* in = args.source.data + (at + i * args.step_x) * 3;
      light.r[i] = in[0];
      light.g[i] = in[1];
      light.b[i] = in[2];
    }
  }
  if (countClipped(light, count, args.clip.data) > 0) rebuildHighlights(light, count, args.clip.data);
  const int blue = applyMatrix(light, count, args.matrix.data);
  lookUp(args.curve.data, light.r, count, index, toned.r);
  lookUp(args.curve.data, light.g, count, index, toned.g);
  lookUp(args.curve.data, light.b, count, index, toned.b);
  if (blue > 0) keepBlues(light, count, toned);
  joinRun(toned, count, args.target.data + (size_t(y) * args.width + x) * 3);
}

bool argumentsFit(const DevelopColorArgs& args, int row_begin, int row_end) {
  if (args.width < 1 || args.height < 1 || row_begin < 0 || row_end > args.height) return false;
  if (args.curve.length < 65536 || args.matrix.length < 9 || args.clip.length < 3) return false;
  const int64_t pixels = int64_t(args.source.length / 3);
  if (int64_t(args.target.length / 3) < int64_t(args.width) * args.height) return false;
  for (int64_t x : {int64_t(0), int64_t(args.width - 1)}) {
    for (int64_t y : {int64_t(0), int64_t(args.height - 1)}) {
      const int64_t at = args.start + x * args.step_x + y * args.step_y;
      if (at < 0 || at >= pixels) return false;
    }
  }
  return true;
}

}  // namespace

Status developColor(const DevelopColorArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (!argumentsFit(args, row_begin, row_end)) return Status::kBadArguments;
  const bool along = args.step_x == 1 || args.step_x == -1;
  const int side = along ? 1 : kBlock, run = along ? kRun : kBlock;
  for (int y0 = row_begin; y0 < row_end; y0 += side) {
    if (cancel.raised()) return Status::kCancelled;
    for (int x = 0; x < args.width; x += run) {
      for (int y = y0; y < std::min(row_end, y0 + side); y++) developRun(args, x, y, std::min(run, args.width - x));
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
