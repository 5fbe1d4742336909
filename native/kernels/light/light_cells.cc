#include "../../generated/light.h"

#include <algorithm>
#include <vector>

#include "light_tables.h"

namespace lightwell {

namespace {

LW_CLONES void addReadings(const uint16_t* __restrict lumas, int width, float stops, Believed believed, const float* __restrict log_light,
                           const float* __restrict trust, float* __restrict sums, float* __restrict weights) {
  for (int x = 0; x < width; x++)
    addReading<kLumaSteps>(float(lumas[x]) * (1.0f / 65535.0f), stops, believed, log_light, trust, sums[x], weights[x]);
}

}  // namespace

// Scene light in stops, averaged over blocks of factor x factor pixels. Rows are rows of blocks.
Status lightCells(const LightCellsArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, factor = args.factor, columns = (width + factor - 1) / factor;
  const size_t frames = args.lumas.size();
  if (frames == 0) return Status::kBadArguments;
  std::vector<float> sums(width), weights(width);
  std::vector<double> cells(columns);
  for (int row = row_begin; row < row_end; row++) {
    if (cancel.raised()) return Status::kCancelled;
    const int top = row * factor, bottom = std::min(args.height, top + factor);
    std::fill(cells.begin(), cells.end(), 0.0);
    for (int y = top; y < bottom; y++) {
      std::fill(sums.begin(), sums.end(), 0.0f);
      std::fill(weights.begin(), weights.end(), 0.0f);
      for (size_t k = 0; k < frames; k++)
        addReadings(args.lumas[k].data + size_t(y) * width, width, args.stops.data[k], believedOf(k, frames), args.log_light.data,
                    args.trust.data, sums.data(), weights.data());
      for (int x = 0; x < width; x++) cells[x / factor] += double(sums[x] / weights[x]);
    }
    float* light = args.light.data + size_t(row) * columns;
    for (int column = 0; column < columns; column++) {
      const int left = column * factor, right = std::min(width, left + factor);
      light[column] = static_cast<float>(cells[column] / (double(right - left) * double(bottom - top)));
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
