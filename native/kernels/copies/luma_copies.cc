#include "../../generated/copies.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "block_sums.h"

namespace lightwell {

namespace {

constexpr float kRed = 0.299f, kGreen = 0.587f, kBlue = 0.114f;

// Sums of one row of blocks, a plane for each channel.
struct BlockRow {
  std::vector<int32_t> red, green, blue;
  explicit BlockRow(int blocks) : red(blocks), green(blocks), blue(blocks) {}
};

LW_CLONES void fineRow(const int32_t* __restrict red, const int32_t* __restrict green, const int32_t* __restrict blue, int width,
                       float scale, uint16_t* __restrict out) {
  for (int x = 0; x < width; x++) {
    const float luma = kRed * float(red[x]) + kGreen * float(green[x]) + kBlue * float(blue[x]);
    out[x] = static_cast<uint16_t>(static_cast<int>(luma * scale + 0.5f));
  }
}
LW_CLONES void coarseRow(const int32_t* __restrict red, const int32_t* __restrict green, const int32_t* __restrict blue, int width,
                         float scale, float* __restrict luma, float* __restrict peak) {
  for (int x = 0; x < width; x++) {
    const float r = float(red[x]), g = float(green[x]), b = float(blue[x]);
    luma[x] = (kRed * r + kGreen * g + kBlue * b) * scale;
    const float larger = r > g ? r : g;
    peak[x] = (larger > b ? larger : b) * scale;
  }
}
// Merges two rows of blocks into one row of blocks twice as large, which replaces the first.
LW_CLONES void mergeBlocks(int32_t* first, const int32_t* __restrict second, int width) {
  for (int x = 0; x < width; x++) first[x] = (first[2 * x] + first[2 * x + 1]) + (second[2 * x] + second[2 * x + 1]);
}

}  // namespace

// Small copies of a frame: fine luma, and luma and largest channel of larger blocks. Rows are rows of `luma`, and one
// more if `fine` has a row beyond them.
template <typename T>
Status lumaCopies(const LumaCopiesArgs<T>& args, int row_begin, int row_end, CancelFlag cancel) {
  using Sum = std::conditional_t<std::is_same_v<T, uint8_t>, uint16_t, uint32_t>;
  const int factor = args.factor, coarsening = args.coarsening;
  const int fine_width = args.width / factor, fine_height = args.height / factor;
  const int width = fine_width / coarsening, height = fine_height / coarsening;
  const double one = double(factor) * factor * std::numeric_limits<T>::max();
  const float fine_scale = float(65535.0 / one), scale = float(1.0 / (one * coarsening * coarsening));
  const size_t stride = size_t(args.width) * 3;
  std::vector<Sum> sums(size_t(fine_width) * factor * 3 + kSumPadding);
  BlockRow blocks[2] = {BlockRow(fine_width), BlockRow(fine_width)};
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    for (int j = 0; j < coarsening && y * coarsening + j < fine_height; j++) {
      const int row = y * coarsening + j;
      sumRows(args.source.data + size_t(row) * factor * stride, stride, factor, fine_width * factor * 3, sums.data());
      BlockRow& each = blocks[j];
      sumBlocks(sums.data(), fine_width, factor, each.red.data(), each.green.data(), each.blue.data());
      fineRow(each.red.data(), each.green.data(), each.blue.data(), fine_width, fine_scale, args.fine.data + size_t(row) * fine_width);
    }
    if (y >= height) continue;
    auto& [red, green, blue] = blocks[0];
    if (coarsening == 2) {
      mergeBlocks(red.data(), blocks[1].red.data(), width);
      mergeBlocks(green.data(), blocks[1].green.data(), width);
      mergeBlocks(blue.data(), blocks[1].blue.data(), width);
    }
    const size_t start = size_t(y) * width;
    coarseRow(red.data(), green.data(), blue.data(), width, scale, args.luma.data + start, args.peak.data + start);
  }
  return Status::kOk;
}

template Status lumaCopies(const LumaCopiesArgs<uint8_t>&, int, int, CancelFlag);
template Status lumaCopies(const LumaCopiesArgs<uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
