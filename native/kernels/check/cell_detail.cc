#include "../../generated/check.h"

#include <algorithm>

namespace lightwell {

namespace {

// What the frames show of a cell: the most detail of all frames, and the least fine detail of those that show the cell.
struct Bounds {
  float most_fine = 0, most_coarse = 0, calmest = 0;
  bool told = false;
};

bool tells(const CellDetailArgs& args, float luma) { return luma >= args.darkest && luma <= args.brightest; }

Bounds boundsOf(const CellDetailArgs& args, size_t cell) {
  Bounds bounds;
  for (size_t k = 0; k < args.lumas.size(); k++) {
    const float fine = args.fines[k].data[cell], coarse = args.details[k].data[cell];
    if (fine > bounds.most_fine) bounds.most_fine = fine;
    if (coarse > bounds.most_coarse) bounds.most_coarse = coarse;
    if (!tells(args, args.lumas[k].data[cell])) continue;
    if (!bounds.told || fine < bounds.calmest) bounds.calmest = fine;
    bounds.told = true;
  }
  return bounds;
}

// Whether the cell is even where the frames are not.
bool judge(const CellDetailArgs& args, size_t cell) {
  const Bounds bounds = boundsOf(args, cell);
  const double fine = args.fine.data[cell], luma = args.luma.data[cell];
  const bool is_speck = fine > args.times_detail * bounds.most_fine + args.plus_detail ||
                        args.detail.data[cell] > args.times_detail * bounds.most_coarse + args.plus_detail;
  args.specks.data[cell] = is_speck ? 1 : 0;
  args.grains.data[cell] = -1;
  if (!bounds.told || !tells(args, args.luma.data[cell])) return false;
  if (bounds.most_coarse < args.flat) {
    args.grains.data[cell] = static_cast<float>(fine / std::max<double>(bounds.calmest, args.least_grain));
  }
  const double scale = luma + args.offset;
  return bounds.calmest * scale > args.grain_spread && fine * scale < args.even_spread;
}

}  // namespace

// Detail of a picture's cells (width a row; luma in display values; fine and detail relative to it, with `offset`
// added) compared with what its frames (lumas, fines, details; as many of each) show of them. specks: 1 where either
// lies over times_detail times the frames' most and plus_detail, else 0. grains: its fine detail over the least of the
// frames that show the cell (luma within darkest to brightest), least_grain at least, where picture and frame show it
// and no frame has `flat` detail; -1 elsewhere. counts: how many cells of a row are without any spread (below
// even_spread, display values) where every frame has one (over grain_spread).
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
