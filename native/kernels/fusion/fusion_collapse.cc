#include "../../generated/fusion.h"

#include <algorithm>

#include "fusion_blend.h"

namespace lightwell {

namespace {

// One plane of one level.
struct Plane {
  const uint16_t* data;
  int width, height;
  const uint16_t* row(int y) const { return data + size_t(y) * width; }
};

// A Gaussian pyramid of one plane: the given level and those above it.
class Pyramid {
 public:
  Pyramid(const uint16_t* data, int width, int height, int depth) : levels_{{data, width, height}}, memory_(depth) {
    for (int i = 0; i < depth; i++) reduce(levels_[i], memory_[i]);
  }
  const Plane& level(int i) const { return levels_[i]; }

 private:
  void reduce(const Plane fine, std::vector<uint16_t>& memory) {
    const int width = (fine.width + 1) / 2, height = (fine.height + 1) / 2, room = rowRoom(width);
    std::vector<uint16_t> across(size_t(width) * fine.height), split(size_t(2) * room);
    const Split<uint16_t> row{&split[kRowMargin], &split[kRowMargin + room]};
    for (int y = 0; y < fine.height; y++) {
      splitRow(fine.row(y), fine.width, row);
      reduceAcross({row.even, row.odd}, fine.width, &across[size_t(y) * width]);
    }
    memory.resize(size_t(width) * height);
    for (int y = 0; y < height; y++) {
      const uint16_t* rows[5];
      for (int j = 0; j < 5; j++) rows[j] = &across[size_t(reflect101(2 * y + j - 2, fine.height)) * width];
      reduceDown(rows, width, &memory[size_t(y) * width]);
    }
    levels_.push_back({memory.data(), width, height});
  }
  std::vector<Plane> levels_;
  std::vector<std::vector<uint16_t>> memory_;
};

CoarseRows rowsAround(int y, const Plane& coarse) {
  return coarseRows(y, coarse.height, [&](int row) { return coarse.row(row); });
}

// Blends one level with the coarser result, which is empty at the coarsest level.
void blendLevel(const std::vector<Pyramid>& weights, const std::vector<Pyramid>& colors, int level, const Plane& coarser,
                uint16_t* out) {
  const int width = colors[0].level(level).width, height = colors[0].level(level).height;
  FusionBlend blend(width);
  for (int y = 0; y < height; y++) {
    if (coarser.data) {
      blend.begin(rowsAround(y, coarser));
    } else {
      blend.begin();
    }
    for (size_t i = 0; i < colors.size(); i++) {
      const uint16_t *weight = weights[i].level(level).row(y), *fine = colors[i].level(level).row(y);
      if (coarser.data) {
        const auto coarse = rowsAround(y, colors[i].level(level + 1));
        blend.add(weight, fine, &coarse);
      } else {
        blend.add(weight, fine, nullptr);
      }
    }
    blend.finish(out + size_t(y) * width);
  }
}

}  // namespace

// Computes the coarse levels of the fused pyramid: builds `depth` levels above levels[i], blends them and collapses
// them into target. Rows are the three planes.
Status fusionCollapse(const FusionCollapseArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height, depth = args.depth;
  if (args.levels.empty()) return Status::kBadArguments;
  const size_t area = size_t(width) * height;
  std::vector<Pyramid> weights;
  for (const auto& level : args.levels) weights.emplace_back(level.data + 3 * area, width, height, depth);
  for (int plane = row_begin; plane < row_end; plane++) {
    std::vector<Pyramid> colors;
    for (const auto& level : args.levels) colors.emplace_back(level.data + plane * area, width, height, depth);
    std::vector<uint16_t> coarser;
    for (int i = depth; i >= 0; i--) {
      if (cancel.raised()) return Status::kCancelled;
      const auto& size = colors[0].level(i);
      std::vector<uint16_t> made(i > 0 ? size_t(size.width) * size.height : 0);
      const Plane coarse{i < depth ? coarser.data() : nullptr, (size.width + 1) / 2, (size.height + 1) / 2};
      blendLevel(weights, colors, i, coarse, i > 0 ? made.data() : args.target.data + plane * area);
      coarser = std::move(made);
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
