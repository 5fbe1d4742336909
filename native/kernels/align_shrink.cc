#include "align_shrink.h"

#include <algorithm>
#include <vector>

namespace lightwell {

namespace {

// Whole rows of all channels at once: contiguous, so that it vectorises, which beats picking the channel first.
template <typename T>
LW_INLINE void addRowTo(const T* row, int samples, uint32_t* sums, T* most) {
  for (int i = 0; i < samples; i++) {
    sums[i] += row[i];
    most[i] = row[i] > most[i] ? row[i] : most[i];
  }
}
LW_CLONES void addRow(const uint8_t* row, int samples, uint32_t* sums, uint8_t* most) { addRowTo(row, samples, sums, most); }
LW_CLONES void addRow(const uint16_t* row, int samples, uint32_t* sums, uint16_t* most) { addRowTo(row, samples, sums, most); }

template <typename T>
Status run(const AlignShrinkArgs<T>& args, int row_begin, int row_end, CancelFlag cancel) {
  const int factor = args.factor, channels = args.channels;
  if (!areSizes(args.width, args.height, factor, channels) || factor > 64 || channels > 4 || args.channel < 0 || args.channel >= channels) {
    return Status::kBadArguments;
  }
  const int target_width = args.width / factor, target_height = args.height / factor;
  const int samples = target_width * factor * channels;
  if (row_begin < 0 || row_end > target_height || !holds(args.source, {args.width, args.height, channels}) ||
      !holds(args.mean, {target_width, target_height}) || !holds(args.clipped, {target_width, target_height})) {
    return Status::kBadArguments;
  }
  const double scale = (sizeof(T) == 1 ? 257.0 : 1.0) / (double(factor) * factor);
  std::vector<uint32_t> sums(samples);
  std::vector<T> most(samples);
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    std::fill(sums.begin(), sums.end(), 0u);
    std::fill(most.begin(), most.end(), T(0));
    for (int j = 0; j < factor; j++) {
      addRow(args.source.data + size_t(y * factor + j) * args.width * channels, samples, sums.data(), most.data());
    }
    for (int x = 0; x < target_width; x++) {
      uint64_t sum = 0;
      int brightest = 0;
      for (int i = 0; i < factor; i++) {
        const size_t at = (size_t(x) * factor + i) * channels + args.channel;
        sum += sums[at];
        brightest = std::max<int>(brightest, most[at]);
      }
      args.mean.data[size_t(y) * target_width + x] = static_cast<uint16_t>(double(sum) * scale + 0.5);
      args.clipped.data[size_t(y) * target_width + x] = brightest >= args.clip_at;
    }
  }
  return Status::kOk;
}

}  // namespace

Status alignShrink(const AlignShrinkArgs<uint8_t>& args, int row_begin, int row_end, CancelFlag cancel) {
  return run(args, row_begin, row_end, cancel);
}
Status alignShrink(const AlignShrinkArgs<uint16_t>& args, int row_begin, int row_end, CancelFlag cancel) {
  return run(args, row_begin, row_end, cancel);
}

}  // namespace lightwell
