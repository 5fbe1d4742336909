#include "../../generated/check.h"

#include <cmath>

namespace lightwell {

namespace {

constexpr int kGrainPx = 2, kEdge = kNoiseBlockPx / kGrainPx, kInner = kEdge - 2, kSamples = kInner * kInner;
constexpr double kMostBlack = 1.0 / 16, kFilterGain = 6;
// The root of 2 / pi: mean absolute values of a normal distribution over its deviation.
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

// Sums are of quarters, so that they are exact in any order.
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
  if (black > kMostBlack * kSamples) return kCutOff;
  return {sum / (kSamples * max), (kGrainPx * sums) / (kSamples * max * kFilterGain * kMeanAbsolute)};
}

int blocksAlong(int size, int step) { return size < kNoiseBlockPx ? 0 : (size - kNoiseBlockPx) / step + 1; }

}  // namespace

// Noise in squares of kNoiseBlockPx pixels, whose upper left corners lie `step` apart, of one channel of a picture
// (width x height x channels, 1 to 4; max is full scale): the mean absolute answer to a filter that sees neither slopes
// nor edges along an axis (Immerkaer 1996), of means of 2 x 2 pixels. tones, their means, and deviations in shares of
// full scale, floor((width - square) / step) + 1 a row; a square's deviation is -1 and its tone 0 where what it shows
// is cut off: over 1/16 of it black, or any of it `brightest` (a share of full scale) and more. Rows are rows of
// squares.
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
