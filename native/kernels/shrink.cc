#include "shrink.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace lightwell {

namespace {

// Columns first: adding whole rows is contiguous. 64 rows of 8 bits fit in 16, those of 16 bits in 32.
template <typename T>
struct SumOf;
template <>
struct SumOf<uint8_t> {
  using type = uint16_t;
};
template <>
struct SumOf<uint16_t> {
  using type = uint32_t;
};

template <typename T, typename Sum>
LW_INLINE void addRowTo(const T* __restrict row, int samples, Sum* __restrict sums) {
  for (int i = 0; i < samples; i++) sums[i] = static_cast<Sum>(sums[i] + row[i]);
}
LW_CLONES void addRow(const uint8_t* row, int samples, uint16_t* sums) { addRowTo(row, samples, sums); }
LW_CLONES void addRow(const uint16_t* row, int samples, uint32_t* sums) { addRowTo(row, samples, sums); }

// Sums of `factor` samples of a channel that stand `channels` apart, times scale; constants let the compiler unroll the usual ones.
template <typename Sum>
LW_INLINE void addColumnsOf(const Sum* __restrict sums, int width, int factor, int channels, double scale, float* __restrict out) {
  for (int x = 0; x < width; x++) {
    const Sum* block = sums + size_t(x) * factor * channels;
    for (int c = 0; c < channels; c++) {
      uint32_t sum = 0;
      for (int i = 0; i < factor; i++) sum += block[i * channels + c];
      out[x * channels + c] = static_cast<float>(double(sum) * scale);
    }
  }
}
template <typename Sum>
LW_INLINE void addColumns(const Sum* sums, int width, int factor, int channels, double scale, float* out) {
  if (channels == 3 && factor == 2) return addColumnsOf(sums, width, 2, 3, scale, out);
  if (channels == 3 && factor == 4) return addColumnsOf(sums, width, 4, 3, scale, out);
  if (channels == 3 && factor == 8) return addColumnsOf(sums, width, 8, 3, scale, out);
  addColumnsOf(sums, width, factor, channels, scale, out);
}
LW_CLONES void addColumnsClone(const uint16_t* sums, int width, int factor, int channels, double scale, float* out) {
  addColumns(sums, width, factor, channels, scale, out);
}
LW_CLONES void addColumnsClone(const uint32_t* sums, int width, int factor, int channels, double scale, float* out) {
  addColumns(sums, width, factor, channels, scale, out);
}

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
  std::vector<typename SumOf<T>::type> sums(samples);
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    std::fill(sums.begin(), sums.end(), typename SumOf<T>::type(0));
    for (int j = 0; j < factor; j++) {
      addRow(args.source.data + size_t(y * factor + j) * args.width * channels, samples, sums.data());
    }
    addColumnsClone(sums.data(), target_width, factor, channels, scale, args.target.data + size_t(y) * target_width * channels);
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
