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

struct Rgb {
  float r, g, b;
};

LW_INLINE float distrust(float value, float clip) { return std::min(1.0f, std::max(0.0f, (value / clip - kTrusted) * kSpan)); }

// A clipped channel is at least as bright as it says; where the others are brighter on average it follows them (else green, which clips
// first, leaves magenta). Where all three clip nothing is known of the colour: neutral.
LW_INLINE Rgb rebuildHighlights(Rgb in, const float* clip) {
  const float tr = distrust(in.r, clip[0]), tg = distrust(in.g, clip[1]), tb = distrust(in.b, clip[2]);
  Rgb out;
  out.r = in.r + tr * std::max(0.0f, (in.g + in.b) * 0.5f - in.r);
  out.g = in.g + tg * std::max(0.0f, (in.r + in.b) * 0.5f - in.g);
  out.b = in.b + tb * std::max(0.0f, (in.r + in.g) * 0.5f - in.b);
  const float all = std::min(tr, std::min(tg, tb));
  const float neutral = std::max(out.r, std::max(out.g, out.b));
  return {out.r + all * (neutral - out.r), out.g + all * (neutral - out.g), out.b + all * (neutral - out.b)};
}

LW_INLINE float clamped(float value) { return std::min(65535.0f, std::max(0.0f, value)); }

LW_INLINE float lookUp(const uint16_t* curve, float value) { return float(curve[static_cast<int>(value + 0.5f)]); }

// One curve a channel gives the roll-off of a camera's picture, but turns bright skies cyan: there (red < green < blue) green keeps its
// place between the others instead, in square roots, the more the bluer. Continuous at all three edges of that range.
LW_INLINE void tone(const uint16_t* curve, float r, float g, float b, uint16_t* out) {
  const float to_r = lookUp(curve, r), to_b = lookUp(curve, b);
  float to_g = lookUp(curve, g);
  if (r < g && g < b) {
    const float root_r = std::sqrt(r);
    const float kept = to_r + (to_b - to_r) * ((std::sqrt(g) - root_r) / (std::sqrt(b) - root_r));
    to_g += std::min(1.0f, 2.0f * (b - r) / b) * (kept - to_g);
  }
  out[0] = static_cast<uint16_t>(to_r);
  out[1] = static_cast<uint16_t>(to_g + 0.5f);
  out[2] = static_cast<uint16_t>(to_b);
}

LW_INLINE void developPixel(const DevelopColorArgs& args, const float* near, const uint16_t* in, uint16_t* out) {
  const float* m = args.matrix.data;
  Rgb v{float(in[0]), float(in[1]), float(in[2])};
  if (v.r > near[0] || v.g > near[1] || v.b > near[2]) v = rebuildHighlights(v, args.clip.data);
  tone(args.curve.data, clamped(m[0] * v.r + m[1] * v.g + m[2] * v.b), clamped(m[3] * v.r + m[4] * v.g + m[5] * v.b),
       clamped(m[6] * v.r + m[7] * v.g + m[8] * v.b), out);
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
  float near[3];
  for (int c = 0; c < 3; c++) near[c] = args.clip.data[c] * kTrusted;
  for (int y0 = row_begin; y0 < row_end; y0 += kBlock) {
    if (cancel.raised()) return Status::kCancelled;
    const int y1 = std::min(row_end, y0 + kBlock);
    for (int x0 = 0; x0 < args.width; x0 += kBlock) {
      const int x1 = std::min(args.width, x0 + kBlock);
      for (int y = y0; y < y1; y++) {
        int64_t at = args.start + x0 * args.step_x + y * args.step_y;
        uint16_t* out = args.target.data + (size_t(y) * args.width + x0) * 3;
        for (int x = x0; x < x1; x++, at += args.step_x, out += 3) developPixel(args, near, args.source.data + at * 3, out);
      }
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
