#include "../../generated/check.h"

#include <cmath>

namespace lightwell {

namespace {

constexpr int kGrainPx = 2, kEdge = kNoiseBlockPx / kGrainPx, kInner = kEdge - 2, kSamples = kInner * kInner;
constexpr double kMaxBlack = 1.0 / 16, kFilterGain = 6;
// sqrt(2 / pi): ratio of the mean absolute value of a normal distribution to its standard deviation.
const double kMeanAbsolute = std::sqrt(2 / 3.141592653589793);

struct Reading {
  double tone, deviation;
};

constexpr Reading kCutOff{0, -1};

template <typename T>
void readBlock(const BlockNoiseArgs<T>& args, size_t left, size_t top, double* block) {
  const size_t channels = args.channels, below = args.width * channels;
  for (int y = 0; y < kEdge; y++) {
    const T* from = args.source.data + ((top + y * kGrainPx) * args.width + left) * channels + args.channel;
    for (int x = 0; x < kEdge; x++, from += channels * kGrainPx) {
      *block++ = double(int(from[0]) + from[channels] + from[below] + from[below + channels]) / 4;
    }
  }
}

// The sums consist of quarters, so that they are exact in any order.
Reading measure(const double* block, double max, double brightest) {
  double sum = 0, sums = 0;
  int black = 0;
  for (int y = 1; y <= kInner; y++) {
    const double *row = block + y * kEdge, *above = row - kEdge, *below = row + kEdge;
    for (int x = 1; x <= kInner; x++) {
      const double own = row[x];
      if (own >= brightest * max) return kCutOff;
      if (own == 0) black++;
      sum += own;
      const double beside = row[x - 1] + row[x + 1] + above[x] + below[x];
      const double corners = above[x - 1] + above[x + 1] + below[x - 1] + below[x + 1];
      sums += std::abs(4 * own - 2 * beside + corners);
    }
  }
  if (black > kMaxBlack * kSamples) return kCutOff;
  return {sum / (kSamples * max), (kGrainPx * sums) / (kSamples * max * kFilterGain * kMeanAbsolute)};
}

int blocksAlong(int size, int step) { return size < kNoiseBlockPx ? 0 : (size - kNoiseBlockPx) / step + 1; }

}  // namespace

// Noise of one channel in squares of kNoiseBlockPx pixels: the mean absolute response of a filter that ignores slopes
// and edges along an axis (Immerkaer 1996), on means of 2 x 2 pixels. Clipped squares have deviation -1 and tone 0.
// Rows are rows of squares.
template <typename T>
Status blockNoise(const BlockNoiseArgs<T>& args, int row_begin, int row_end, CancelFlag cancel) {
  const int columns = blocksAlong(args.width, args.step);
  double block[kEdge * kEdge];
  for (int row = row_begin; row < row_end; row++) {
    if (cancel.raised()) return Status::kCancelled;
    for (int column = 0; column < columns; column++) {
      readBlock(args, size_t(column) * args.step, size_t(row) * args.step, block);
      const Reading reading = measure(block, args.max, args.brightest);
      args.tones.data[size_t(row) * columns + column] = reading.tone;
      args.deviations.data[size_t(row) * columns + column] = reading.deviation;
    }
  }
  return Status::kOk;
}

template Status blockNoise(const BlockNoiseArgs<uint8_t>&, int, int, CancelFlag);
template Status blockNoise(const BlockNoiseArgs<uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
