#include "shrink.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace lightwell {

namespace {

// Columns first: adding whole rows into 32-bit sums is contiguous; 64 rows of 16 bits fit with room for 64 columns.
template <typename T>
LW_INLINE void addRowTo(const T* row, int samples, uint32_t* sums) {
  for (int i = 0; i < samples; i++) sums[i] += row[i];
}
LW_CLONES void addRow(const uint8_t* row, int samples, uint32_t* sums) { addRowTo(row, samples, sums); }
LW_CLONES void addRow(const uint16_t* row, int samples, uint32_t* sums) { addRowTo(row, samples, sums); }

template <typename T>
Status run(const ShrinkArgs<T>& args, int row_begin, int row_end, CancelFlag cancel) {
  const int factor = args.factor, channels = args.channels;
  if (factor < 1 || factor > 64 || channels < 1 || channels > 4) return Status::kBadArguments;
  const int target_width = args.width / factor, target_height = args.height / factor;
  const int samples = target_width * factor * channels;
  if (row_begin < 0 || row_end > target_height || args.source.length < size_t(args.width) * args.height * channels ||
      args.target.length < size_t(target_width) * target_height * channels) {
    return Status::kBadArguments;
  }
  const double scale = 1.0 / (double(factor) * factor * std::numeric_limits<T>::max());
  std::vector<uint32_t> sums(samples);
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    std::fill(sums.begin(), sums.end(), 0u);
    for (int j = 0; j < factor; j++) {
      addRow(args.source.data + size_t(y * factor + j) * args.width * channels, samples, sums.data());
    }
    float* out = args.target.data + size_t(y) * target_width * channels;
    for (int x = 0; x < target_width; x++) {
      const uint32_t* block = sums.data() + size_t(x) * factor * channels;
      for (int c = 0; c < channels; c++) {
        uint64_t sum = 0;
        for (int i = 0; i < factor; i++) sum += block[i * channels + c];
        out[x * channels + c] = static_cast<float>(double(sum) * scale);
      }
    }
  }
  return Status::kOk;
}

}  // namespace

Status shrink(const ShrinkArgs<uint8_t>& args, int row_begin, int row_end, CancelFlag cancel) {
  return run(args, row_begin, row_end, cancel);
}
Status shrink(const ShrinkArgs<uint16_t>& args, int row_begin, int row_end, CancelFlag cancel) {
  return run(args, row_begin, row_end, cancel);
}

}  // namespace lightwell
