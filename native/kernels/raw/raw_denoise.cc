#include "../../generated/raw.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lightwell {

namespace {

constexpr int kRawDenoiseBorder = 4;

constexpr int kBorder = kRawDenoiseBorder;

// Rows of luma and colour differences, each with a border on both sides.
struct Planes {
  std::vector<float> luma, red, blue;
  int stride;
  Planes(int width, int rows) : luma(size_t(width + 2 * kBorder) * rows), red(luma.size()), blue(luma.size()), stride(width + 2 * kBorder) {}
};

LW_CLONES void toDifferences(const float* __restrict r, const float* __restrict g, const float* __restrict b, float floor,
                             float* __restrict luma, float* __restrict red, float* __restrict blue, int count) {
  for (int i = 0; i < count; i++) {
    const float rr = std::sqrt(r[i] + floor), gg = std::sqrt(g[i] + floor), bb = std::sqrt(b[i] + floor);
    luma[i] = 0.25f * (rr + bb) + 0.5f * gg;
    red[i] = rr - gg;
    blue[i] = bb - gg;
  }
}

LW_INLINE float likeness(float difference, float scale) {
  const float d = difference * scale;
  const float w = 1.0f / (1.0f + d * d);
  return w * w;
}

LW_CLONES void addLuma(const float* __restrict own, const float* __restrict other, float near, float scale, float* __restrict sum,
                       float* __restrict weights, int count) {
  for (int i = 0; i < count; i++) {
    const float d = other[i] - own[i];
    const float w = near * likeness(d, scale);
    sum[i] += w * d;
    weights[i] += w;
  }
}

LW_CLONES void addChroma(const float* __restrict luma, const float* __restrict other_luma, const float* __restrict own,
                         const float* __restrict other, float near, float luma_scale, float scale, float* __restrict sum,
                         float* __restrict weights, int count) {
  for (int i = 0; i < count; i++) {
    const float d = other[i] - own[i];
    const float w = near * likeness(other_luma[i] - luma[i], luma_scale) * likeness(d, scale);
    sum[i] += w * d;
    weights[i] += w;
  }
}

LW_CLONES void settle(const float* __restrict own, const float* __restrict sum, const float* __restrict weights, float share,
                      float* __restrict out, int count) {
  for (int i = 0; i < count; i++) out[i] = own[i] + share * (sum[i] / weights[i]);
}

float nearness(int dx, int dy) { return 1.0f / (1.0f + 0.25f * float(dx * dx + dy * dy)); }

class Denoise {
 public:
  Denoise(const RawDenoiseArgs& args, int row_begin, int row_end)
      : args_(args), begin_(row_begin), planes_(args.width, row_end - row_begin + 2 * kBorder), sum_(args.width), weights_(args.width) {
    for (auto& out : out_) out.resize(args.width);
  }

  void load() {
    std::vector<float> rgb[3];
    for (auto& channel : rgb) channel.resize(planes_.stride);
    const int rows = int(planes_.luma.size() / planes_.stride);
    for (int y = 0; y < rows; y++) {
      const int from = std::min(args_.height - 1, std::max(0, begin_ - kBorder + y));
      const uint16_t* in = args_.source.data + size_t(from) * args_.width * 3;
      for (int x = 0; x < planes_.stride; x++) {
        const int at = std::min(args_.width - 1, std::max(0, x - kBorder)) * 3;
        for (int c = 0; c < 3; c++) rgb[c][x] = float(in[at + c]) * (1.0f / 65535.0f);
      }
      const size_t row = size_t(y) * planes_.stride;
      toDifferences(rgb[0].data(), rgb[1].data(), rgb[2].data(), args_.floor, &planes_.luma[row], &planes_.red[row], &planes_.blue[row],
                    planes_.stride);
    }
  }

  void run(int y) {
    const size_t row = size_t(y - begin_ + kBorder) * planes_.stride + kBorder;
    smoothLuma(row);
    smoothChroma(planes_.red, row, out_[1].data());
    smoothChroma(planes_.blue, row, out_[2].data());
    uint16_t* out = args_.target.data + size_t(y) * args_.width * 3;
    auto sample = [&](float v) {
      const float light = v > 0.0f ? v * v - args_.floor : 0.0f;
      return static_cast<uint16_t>(std::min(1.0f, std::max(0.0f, light)) * 65535.0f + 0.5f);
    };
    for (int x = 0; x < args_.width; x++, out += 3) {
      const float green = out_[0][x] - 0.25f * (out_[1][x] + out_[2][x]);
      out[0] = sample(green + out_[1][x]);
      out[1] = sample(green);
      out[2] = sample(green + out_[2][x]);
    }
  }

 private:
  void smoothLuma(size_t row) {
    const float* own = &planes_.luma[row];
    std::fill(sum_.begin(), sum_.end(), 0.0f);
    std::fill(weights_.begin(), weights_.end(), 1.0f);
    for (int dy = -2; dy <= 2; dy++) {
      for (int dx = -2; dx <= 2; dx++) {
        if (dx == 0 && dy == 0) continue;
        addLuma(own, own + dy * planes_.stride + dx, nearness(dx, dy), 1.0f / args_.luma_reach, sum_.data(), weights_.data(), args_.width);
      }
    }
    settle(own, sum_.data(), weights_.data(), args_.luma_share, out_[0].data(), args_.width);
  }

  void smoothChroma(const std::vector<float>& plane, size_t row, float* out) {
    const float *luma = &planes_.luma[row], *own = &plane[row];
    std::fill(sum_.begin(), sum_.end(), 0.0f);
    std::fill(weights_.begin(), weights_.end(), 1.0f);
    for (int dy = -2; dy <= 2; dy++) {
      for (int dx = -2; dx <= 2; dx++) {
        if (dx == 0 && dy == 0) continue;
        const int offset = 2 * (dy * planes_.stride + dx);
        addChroma(luma, luma + offset, own, own + offset, nearness(dx, dy), 0.5f / args_.luma_reach, 1.0f / args_.chroma_reach, sum_.data(),
                  weights_.data(), args_.width);
      }
    }
    settle(own, sum_.data(), weights_.data(), 1.0f, out, args_.width);
  }

  const RawDenoiseArgs& args_;
  int begin_;
  Planes planes_;
  std::vector<float> sum_, weights_, out_[3];
};

}  // namespace

// Edge-aware smoothing of linear RGB on sqrt(light + floor). Returns kBadArguments if floor is negative or a reach is
// not above 0. An output row depends on kRawDenoiseBorder rows above and below; source and target must differ. Rows are
// the picture's.
Status rawDenoise(const RawDenoiseArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (args.source.data == args.target.data || !(args.floor >= 0.0f) || !(args.luma_reach > 0.0f) || !(args.chroma_reach > 0.0f)) {
    return Status::kBadArguments;
  }
  Denoise denoise(args, row_begin, row_end);
  denoise.load();
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    denoise.run(y);
  }
  return Status::kOk;
}

}  // namespace lightwell
