#include "../../generated/develop.h"

#include <algorithm>

#include "../demosaic/bayer_strips.h"
#include "display_color.h"

namespace lightwell {

using namespace bayer;

static_assert(kStripWidth <= kLightRun, "a strip's row is one run");

namespace {

LW_CLONES void toLight(const int32_t* __restrict samples, int count, float* __restrict light) {
  for (int i = 0; i < count; i++) light[i] = static_cast<float>(samples[i]);
}

LW_CLONES void toWhole(const float* __restrict values, float half, int count, int32_t* __restrict out) {
  for (int i = 0; i < count; i++) out[i] = static_cast<int32_t>(values[i] + half);
}

// The same rounding as in narrow.cc.
LW_CLONES void narrowAll(int32_t* samples, int count) {
  for (int i = 0; i < count; i++) samples[i] = static_cast<int32_t>((static_cast<uint32_t>(samples[i]) * 255u + 32895u) >> 16);
}

template <typename T>
LW_INLINE void interleave(const uint16_t* __restrict red, const uint16_t* __restrict green, const uint16_t* __restrict blue, int count,
                          T* __restrict out) {
  for (int i = 0; i < count; i++) {
    out[3 * i] = static_cast<T>(red[i]);
    out[3 * i + 1] = static_cast<T>(green[i]);
    out[3 * i + 2] = static_cast<T>(blue[i]);
  }
}
LW_CLONES void joinRow(const uint16_t* red, const uint16_t* green, const uint16_t* blue, int count, uint16_t* out) {
  interleave(red, green, blue, count, out);
}
LW_CLONES void joinRow(const uint16_t* red, const uint16_t* green, const uint16_t* blue, int count, uint8_t* out) {
  interleave(red, green, blue, count, out);
}

// Writes one row of a strip: from roots of light to the target's samples.
template <typename T>
class RowWriter {
 public:
  explicit RowWriter(const DevelopBayerArgs<T>& args)
      : args_(args), look_{args.matrix.data, args.clip.data, args.curve.data}, target_(args.target.data) {}

  // Columns x0 (even) up to x1 of the mosaic; those in the crop are written.
  void write(int x0, int x1, int y, const BayerRow& row) {
    const int halves = (x1 - x0 + 1) / 2;
    float* const light[3] = {light_.r, light_.g, light_.b};
    for (int c = 0; c < 3; c++) {
      squareRow(row.half[c], halves, whole_);
      toLight(whole_, 2 * halves, light[c]);
    }
    displayColours(light_, 2 * halves, look_, toned_);
    const float* const toned[3] = {toned_.r, toned_.g, toned_.b};
    for (int c = 0; c < 3; c++) {
      toWhole(toned[c], c == 1 ? 0.5f : 0.0f, 2 * halves, whole_);
      if (sizeof(T) == 1) narrowAll(whole_, 2 * halves);
      zipRow(whole_, whole_ + halves, halves, colours_[c]);
    }
    const int skip = std::max(0, args_.left - x0), count = std::min(x1, args_.left + args_.crop_width) - x0 - skip;
    place(skip, count, args_.start + int64_t(x0 + skip - args_.left) * args_.step_x + int64_t(y - args_.top) * args_.step_y);
  }

 private:
  void place(int skip, int count, int64_t at) {
    const uint16_t *red = colours_[0] + skip, *green = colours_[1] + skip, *blue = colours_[2] + skip;
    if (args_.step_x == 1) return joinRow(red, green, blue, count, target_ + at * 3);
    for (int i = 0; i < count; i++) {
      T* out = target_ + (at + i * args_.step_x) * 3;
      out[0] = static_cast<T>(red[i]);
      out[1] = static_cast<T>(green[i]);
      out[2] = static_cast<T>(blue[i]);
    }
  }

  const DevelopBayerArgs<T>& args_;
  const DisplayLook look_;
  T* const target_;
  LightRun light_, toned_;
  int32_t whole_[kStripWidth];
  uint16_t colours_[3][kStripWidth];
};

}  // namespace

// Bayer mosaic to display RGB in one pass, with the bytes of demosaicBayer, developColor and, for a target of 8 bits,
// narrow. Rows are the crop's.
template <typename T>
Status developBayer(const DevelopBayerArgs<T>& args, int row_begin, int row_end, CancelFlag cancel) {
  const auto pixels = int64_t(args.target.length / 3);
  if (!walkFits({args.start, args.step_x, args.step_y}, args.crop_width, args.crop_height, pixels)) return Status::kBadArguments;
  BayerStrips strips({args.source, args.black, args.scale, args.width, args.height, args.red_x, args.red_y});
  RowWriter<T> writer(args);
  const int right = args.left + args.crop_width;
  for (int x0 = args.left & ~1; x0 < right; x0 += kStripWidth) {
    if (cancel.raised()) return Status::kCancelled;
    const int x1 = std::min(right, x0 + kStripWidth);
    strips.run(x0, x1, args.top + row_begin, args.top + row_end, [&](int y, const BayerRow& row) { writer.write(x0, x1, y, row); });
  }
  return Status::kOk;
}

template Status developBayer(const DevelopBayerArgs<uint8_t>&, int, int, CancelFlag);
template Status developBayer(const DevelopBayerArgs<uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
