#include "../../generated/check.h"

#include <algorithm>

namespace lightwell {

namespace {

// Bounds of a cell's detail: the most of all frames, and the least fine detail of those that show the cell.
struct Bounds {
  float max_fine = 0, max_coarse = 0, calmest = 0;
  bool told = false;
};

bool tells(const CellDetailArgs& args, float luma) { return luma >= args.darkest && luma <= args.brightest; }

Bounds boundsOf(const CellDetailArgs& args, size_t cell) {
  Bounds bounds;
  for (size_t k = 0; k < args.lumas.size(); k++) {
    const float fine = args.fines[k].data[cell], coarse = args.details[k].data[cell];
    if (fine > bounds.max_fine) bounds.max_fine = fine;
    if (coarse > bounds.max_coarse) bounds.max_coarse = coarse;
    if (!tells(args, args.lumas[k].data[cell])) continue;
    if (!bounds.told || fine < bounds.calmest) bounds.calmest = fine;
    bounds.told = true;
  }
  return bounds;
}

// Writes the cell's results; returns whether it is even although the frames that show it are not.
bool judge(const CellDetailArgs& args, size_t cell) {
  const Bounds bounds = boundsOf(args, cell);
  const double fine = args.fine.data[cell], luma = args.luma.data[cell];
  const bool is_speck = fine > args.times_detail * bounds.max_fine + args.plus_detail ||
                        args.detail.data[cell] > args.times_detail * bounds.max_coarse + args.plus_detail;
  args.specks.data[cell] = is_speck ? 1 : 0;
  args.grains.data[cell] = -1;
  if (!bounds.told || !tells(args, args.luma.data[cell])) return false;
  if (bounds.max_coarse < args.flat) {
    args.grains.data[cell] = static_cast<float>(fine / std::max<double>(bounds.calmest, args.min_grain));
  }
  const double scale = luma + args.offset;
  return bounds.calmest * scale > args.grain_spread && fine * scale < args.even_spread;
}

}  // namespace

// Compares the detail of a picture's cells with that of its frames. Rows are rows of cells.
Status cellDetail(const CellDetailArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    int32_t even = 0;
    for (int x = 0; x < width; x++) even += judge(args, size_t(y) * width + x);
    args.counts.data[y] = even;
  }
  return Status::kOk;
}

}  // namespace lightwell
