#include "../../generated/scene.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace lightwell {

namespace {

constexpr int kMaxBias = 1 << 30;
constexpr int kMaxFactor = 1 << 30;

// Samples and weights are multiplied as 16 bits, whose products compilers add in pairs (pmaddwd), and padded with zeros
// to whole vectors of 64 bytes.
constexpr int kLanes = 32;
// Numbers of pixels and output channels processed at once, so that every load serves several products.
constexpr int kPixels = 2;
constexpr int kOutputs = 4;
// Columns of the target that are computed down all rows before the next strip, so that their inputs stay in the cache.
constexpr int kStripWidth = 64;

constexpr int padded(int count, int step) { return (count + step - 1) / step * step; }

LW_CLONES void widen(const uint8_t* __restrict samples, int count, int16_t* __restrict out) {
  for (int i = 0; i < count; i++) out[i] = samples[i];
}

// Sums of products of `pixels` patches, an even number, and the weights of four channels: `taps` of each, a multiple of
// kLanes. The sums of two pixels are `outputs` apart.
LW_CLONES void multiply(const int16_t* __restrict patches, int pixels, const int16_t* __restrict weights, int vectors, int outputs,
                        int32_t* __restrict sums) {
  const int taps = vectors * kLanes;
  const int16_t *w0 = weights, *w1 = w0 + taps, *w2 = w1 + taps, *w3 = w2 + taps;
  for (int x = 0; x < pixels; x += kPixels) {
    const int16_t *a = patches + size_t(x) * taps, *b = a + taps;
    int32_t a0 = 0, a1 = 0, a2 = 0, a3 = 0, b0 = 0, b1 = 0, b2 = 0, b3 = 0;
    for (int k = 0; k < taps; k++) {
      a0 += a[k] * w0[k];
      a1 += a[k] * w1[k];
      a2 += a[k] * w2[k];
      a3 += a[k] * w3[k];
      b0 += b[k] * w0[k];
      b1 += b[k] * w1[k];
      b2 += b[k] * w2[k];
      b3 += b[k] * w3[k];
    }
    int32_t *left = sums + size_t(x) * outputs, *right = left + outputs;
    left[0] = a0, left[1] = a1, left[2] = a2, left[3] = a3;
    right[0] = b0, right[1] = b1, right[2] = b2, right[3] = b3;
  }
}

// Scales sums to levels. |sum + bias| is below 2^31, and products have 61 bits.
LW_CLONES void scaleSums(const int32_t* __restrict sums, const int32_t* __restrict bias, const int32_t* __restrict factors, int shift,
                         int zero, int count, uint8_t* __restrict out) {
  const int64_t half = int64_t(1) << (shift - 1);
  for (int i = 0; i < count; i++) {
    const int64_t level = zero + ((int64_t(sums[i] + bias[i]) * factors[i] + half) >> shift);
    const int64_t positive = level > 0 ? level : 0;
    out[i] = static_cast<uint8_t>(positive < 255 ? positive : 255);
  }
}

// Joined rows of both sources, as far as a strip's taps reach.
class JoinedRows {
 public:
  JoinedRows(const ConvolveArgs& args)
      : args_(args),
        channels_(args.fine_channels + args.coarse_channels),
        row_length_(size_t(kStripWidth * args.stride + args.side) * channels_),
        samples_(row_length_ * args.side) {}

  // Sets the columns of `fine`, which can lie outside, that the following rows cover.
  void moveTo(int begin, int end) {
    begin_ = begin;
    end_ = end;
    std::fill(held_, held_ + 3, kNone);
  }

  // Row y, which can lie outside. The last `side` rows are kept.
  const int16_t* row(int y) {
    const int place = (y + args_.side) % args_.side;
    int16_t* row = samples_.data() + place * row_length_;
    if (held_[place] != y) join(y, row);
    held_[place] = y;
    return row;
  }

 private:
  static constexpr int kNone = -2;

  void join(int y, int16_t* row) {
    const int width = args_.fine_width;
    std::fill(row, row + size_t(end_ - begin_) * channels_, int16_t(0));
    if (y < 0 || y >= args_.fine_height) return;
    const int first = std::max(0, begin_), last = std::min(width, end_);
    joinColumns(y, first, last, row + size_t(first - begin_) * channels_);
    if (!args_.wrap_x) return;
    if (begin_ < 0) joinColumns(y, width - 1, width, row);
    if (end_ > width) joinColumns(y, 0, 1, row + size_t(width - begin_) * channels_);
  }

  void joinColumns(int y, int first, int last, int16_t* out) {
    const int fine_channels = args_.fine_channels, coarse_channels = args_.coarse_channels;
    const uint8_t* fine = args_.fine.data + (size_t(y) * args_.fine_width + first) * fine_channels;
    if (coarse_channels == 0) return widen(fine, (last - first) * fine_channels, out);
    const size_t coarse_y = size_t(int64_t(y) * args_.coarse_height / args_.fine_height);
    const uint8_t* coarse = args_.coarse.data + coarse_y * args_.coarse_width * coarse_channels;
    for (int x = first; x < last; x++, fine += fine_channels, out += channels_) {
      const size_t coarse_x = size_t(int64_t(x) * args_.coarse_width / args_.fine_width);
      widen(fine, fine_channels, out);
      widen(coarse + coarse_x * coarse_channels, coarse_channels, out + fine_channels);
    }
  }

  const ConvolveArgs& args_;
  int channels_;
  size_t row_length_;
  std::vector<int16_t> samples_;
  int begin_ = 0, end_ = 0;
  int held_[3] = {kNone, kNone, kNone};
};

// Scratch memory of one call: weights and taps as 16 bits, padded, and sums.
class Layer {
 public:
  Layer(const ConvolveArgs& args)
      : args_(args),
        segment_(args.side * (args.fine_channels + args.coarse_channels)),
        taps_(padded(args.side * segment_, kLanes)),
        outputs_(padded(args.out_channels, kOutputs)),
        weights_(size_t(outputs_) * taps_),
        patches_(size_t(kStripWidth) * taps_),
        sums_(size_t(kStripWidth) * outputs_),
        rows_(args) {
    const int own = args.side * segment_;
    for (int c = 0; c < args.out_channels; c++) {
      const int8_t* from = args.weights.data + size_t(c) * own;
      std::copy(from, from + own, weights_.begin() + size_t(c) * taps_);
    }
  }

  // Selects the target's columns [begin, end), and the columns of `fine` that they depend on.
  void moveTo(int begin, int end) {
    begin_ = begin;
    end_ = end;
    const int reach = args_.side / 2;
    rows_.moveTo(begin * args_.stride - reach, (end - 1) * args_.stride + reach + 1);
  }

  // Computes these columns of row y.
  void compute(int y, uint8_t* out) {
    gather(y);
    const int width = end_ - begin_, pixels = padded(width, kPixels);
    for (int c = 0; c < outputs_; c += kOutputs) {
      multiply(patches_.data(), pixels, weights_.data() + size_t(c) * taps_, taps_ / kLanes, outputs_, sums_.data() + c);
    }
    for (int x = 0; x < width; x++, out += args_.out_channels) {
      scaleSums(sums_.data() + size_t(x) * outputs_, args_.bias.data, args_.factors.data, args_.shift, args_.zero, args_.out_channels, out);
    }
  }

 private:
  // Stores the taps of a pixel next to each other, in the order of the weights; those of a row already are.
  void gather(int y) {
    const size_t step = size_t(args_.stride) * (args_.fine_channels + args_.coarse_channels);
    for (int j = 0; j < args_.side; j++) {
      const int16_t* row = rows_.row(y * args_.stride + j - args_.side / 2);
      int16_t* patch = patches_.data() + j * segment_;
      for (int x = begin_; x < end_; x++, row += step, patch += taps_) std::memcpy(patch, row, segment_ * sizeof(int16_t));
    }
  }

  const ConvolveArgs& args_;
  int segment_, taps_, outputs_;
  std::vector<int16_t> weights_, patches_;
  std::vector<int32_t> sums_;
  JoinedRows rows_;
  int begin_ = 0, end_ = 0;
};

bool isSound(const ConvolveArgs& args) {
  if (args.coarse_channels > 0 && (args.coarse.length == 0 || !areSizes(args.coarse_width, args.coarse_height))) return false;
  const int32_t *bias = args.bias.data, *factors = args.factors.data;
  return std::all_of(bias, bias + args.out_channels, [](int32_t b) { return -kMaxBias <= b && b <= kMaxBias; }) &&
         std::all_of(factors, factors + args.out_channels, [](int32_t f) { return 0 <= f && f <= kMaxFactor; });
}

}  // namespace

// One layer of a small neural network: a convolution in integer arithmetic. Rows are target rows.
Status convolve(const ConvolveArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (!isSound(args)) return Status::kBadArguments;
  const int width = (args.fine_width + args.stride - 1) / args.stride;
  Layer layer(args);
  for (int begin = 0; begin < width; begin += kStripWidth) {
    layer.moveTo(begin, std::min(width, begin + kStripWidth));
    for (int y = row_begin; y < row_end; y++) {
      if (cancel.raised()) return Status::kCancelled;
      layer.compute(y, args.target.data + (size_t(y) * width + begin) * args.out_channels);
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
