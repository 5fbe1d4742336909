#include "../../generated/copies.h"

#include <limits>
#include <type_traits>
#include <vector>

#include "block_sums.h"

namespace lightwell {

namespace {

// Averages of `factor` sums of a channel, which are `channels` apart: their total times scale.
template <typename Sum>
LW_INLINE void averageColumns(const Sum* __restrict sums, int width, int factor, int channels, double scale, float* __restrict out) {
  for (int x = 0; x < width; x++) {
    const Sum* block = sums + size_t(x) * factor * channels;
    for (int c = 0; c < channels; c++) {
      uint32_t sum = 0;
      for (int i = 0; i < factor; i++) sum += block[i * channels + c];
      out[x * channels + c] = static_cast<float>(double(sum) * scale);
    }
  }
}

LW_CLONES void scaleBlocks(const int32_t* __restrict red, const int32_t* __restrict green, const int32_t* __restrict blue, int width,
                           double scale, float* __restrict out) {
  for (int x = 0; x < width; x++) {
    out[3 * x] = static_cast<float>(double(red[x]) * scale);
    out[3 * x + 1] = static_cast<float>(double(green[x]) * scale);
    out[3 * x + 2] = static_cast<float>(double(blue[x]) * scale);
  }
}

}  // namespace

// Area average over factor x factor blocks. Rows are target rows.
template <typename T>
Status shrink(const ShrinkArgs<T>& args, int row_begin, int row_end, CancelFlag cancel) {
  using Sum = std::conditional_t<std::is_same_v<T, uint8_t>, uint16_t, uint32_t>;
  const int factor = args.factor, channels = args.channels;
  const int target_width = args.width / factor;
  const int samples = target_width * factor * channels;
  const double scale = 1.0 / (double(factor) * factor * std::numeric_limits<T>::max());
  const size_t stride = size_t(args.width) * channels;
  std::vector<Sum> sums(size_t(samples) + kSumPadding);
  std::vector<int32_t> blocks(size_t(3) * target_width);
  int32_t *red = blocks.data(), *green = red + target_width, *blue = green + target_width;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    sumRows(args.source.data + size_t(y) * factor * stride, stride, factor, samples, sums.data());
    float* out = args.target.data + size_t(y) * target_width * channels;
    if (channels == 3) {
      sumBlocks(sums.data(), target_width, factor, red, green, blue);
      scaleBlocks(red, green, blue, target_width, scale, out);
    } else {
      averageColumns(sums.data(), target_width, factor, channels, scale, out);
    }
  }
  return Status::kOk;
}

template Status shrink(const ShrinkArgs<uint8_t>&, int, int, CancelFlag);
template Status shrink(const ShrinkArgs<uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
