#include <cstring>

#include "fusion_rows.h"

namespace lightwell {

// Computes the normalised weights of all frames and reduces frames and weights to the level `levels` of their Gaussian
// pyramids. Rows are rows of that level.
Status fusionReduce(const FusionReduceArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const FusionInput input = inputOf(args);
  if (input.frames.empty() || input.levels < 1) return Status::kBadArguments;
  const int depth = input.levels, width = levelSize(input.width, depth), height = levelSize(input.height, depth);
  if (row_end > height || !eachHolds(args.targets, {width, height, 4})) return Status::kBadArguments;
  const auto reduceStrip = [&](const Area& area, const Area& core) {
    FusionRows rows(input, area);
    const int x = core.x >> depth, count = levelSize(core.width, depth);
    for (int y = row_begin; y < row_end; y++) {
      if (cancel.raised()) return false;
      for (int i = 0; i < rows.frames(); i++) {
        for (int plane = 0; plane < 4; plane++) {
          const uint16_t* row = rows.level(depth, i, plane, y - (area.y >> depth)) + (x - (area.x >> depth));
          std::memcpy(args.targets[i].data + (size_t(plane) * height + y) * width + x, row, sizeof(uint16_t) * count);
        }
      }
    }
    return true;
  };
  const bool done = eachStrip(input.width, input.height, row_begin << depth, row_end << depth, static_cast<int>(input.frames.size()),
                              reduceStrip);
  return done ? Status::kOk : Status::kCancelled;
}

}  // namespace lightwell
