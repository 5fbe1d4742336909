#include "block_noise.h"

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

template <typename T>
Status measureBlocks(const BlockNoiseArgs<T>& args, int row_begin, int row_end, CancelFlag cancel) {
  if (!areSizes(args.width, args.height, args.channels, args.step) || args.channels > 4 || args.channel < 0 || args.channel >= args.channels) {
    return Status::kBadArguments;
  }
  const int columns = blocksAlong(args.width, args.step), rows = blocksAlong(args.height, args.step);
  if (row_begin < 0 || row_end > rows || !holds(args.source, {args.width, args.height, args.channels}) ||
      !holds(args.tones, {columns, rows}) || !holds(args.deviations, {columns, rows})) {
    return Status::kBadArguments;
  }
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

}  // namespace

Status blockNoise(const BlockNoiseArgs<uint8_t>& args, int row_begin, int row_end, CancelFlag cancel) {
  return measureBlocks(args, row_begin, row_end, cancel);
}

Status blockNoise(const BlockNoiseArgs<uint16_t>& args, int row_begin, int row_end, CancelFlag cancel) {
  return measureBlocks(args, row_begin, row_end, cancel);
}

}  // namespace lightwell
