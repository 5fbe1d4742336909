#include "../../generated/light.h"

#include <algorithm>

namespace lightwell {

namespace {

constexpr double kFullScale = 65535.0;

struct Grid {
  int columns, rows;
};

// Means of the blocks of one row.
void blockRow(const StructureMapsArgs& args, const uint16_t* source, Grid grid, int row, double* out) {
  const int top = row * args.factor, bottom = std::min(args.height, top + args.factor);
  for (int column = 0; column < grid.columns; column++) {
    const int left = column * args.factor, right = std::min(args.width, left + args.factor);
    uint64_t sum = 0;
    for (int y = top; y < bottom; y++) {
      const uint16_t* pixels = source + size_t(y) * args.width;
      for (int x = left; x < right; x++) sum += pixels[x];
    }
    out[column] = double(sum) / (kFullScale * (double(right - left) * double(bottom - top)));
  }
}

// Variance around every block of a row, from up to three rows with this one in the middle.
void varianceRow(const double* const* rows, int count, int columns, float* out) {
  for (int column = 0; column < columns; column++) {
    const int left = std::max(0, column - 1), right = std::min(columns, column + 2);
    double sum = 0.0, squares = 0.0;
    for (int j = 0; j < count; j++) {
      for (int x = left; x < right; x++) {
        sum += rows[j][x];
        squares += rows[j][x] * rows[j][x];
      }
    }
    const double blocks = double(count) * double(right - left), mean = sum / blocks;
    out[column] = static_cast<float>(std::max(0.0, squares / blocks - mean * mean));
  }
}

}  // namespace

// Structure of frames at a coarse scale: means of blocks, and their variance. Rows are rows of blocks.
Status structureMaps(const StructureMapsArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const Grid grid{(args.width + args.factor - 1) / args.factor, (args.height + args.factor - 1) / args.factor};
  const size_t frames = args.sources.size();
  std::vector<double> ring(size_t(3) * grid.columns);
  const auto slot = [&](int row) { return &ring[size_t(row % 3) * grid.columns]; };
  for (size_t k = 0; k < frames; k++) {
    const uint16_t* source = args.sources[k].data;
    for (int row = std::max(0, row_begin - 1); row < std::min(grid.rows, row_begin + 1); row++) blockRow(args, source, grid, row, slot(row));
    for (int row = row_begin; row < row_end; row++) {
      if (cancel.raised()) return Status::kCancelled;
      if (row + 1 < grid.rows) blockRow(args, source, grid, row + 1, slot(row + 1));
      const double* rows[3];
      int count = 0;
      for (int near = std::max(0, row - 1); near < std::min(grid.rows, row + 2); near++) rows[count++] = slot(near);
      const size_t start = size_t(row) * grid.columns;
      for (int column = 0; column < grid.columns; column++) args.lumas[k].data[start + column] = static_cast<float>(slot(row)[column]);
      varianceRow(rows, count, grid.columns, args.structure[k].data + start);
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
