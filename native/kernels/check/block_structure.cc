#include "../../generated/check.h"

#include <algorithm>
#include <cmath>

#include "../../generated/cells.h"

namespace lightwell {

namespace {

constexpr int kArea = kStructureBlock * kStructureBlock, kLuma = 3;
// Facts of a block; the norms of its frames follow.
enum BlockFact { kAgreement, kContradicts, kNorm, kLikest, kBlockFacts };

// A block's luma minus its mean.
struct Patch {
  float values[kArea];
  double norm, mean, peak;
};

// Sums in the order of the cells, so that the result does not depend on vectors.
double dot(const float* a, const float* b) {
  double sum = 0;
  for (int i = 0; i < kArea; i++) sum += double(a[i]) * b[i];
  return sum;
}

template <typename Args>
void readPatch(const View<uint16_t>& copy, const Args& blocks, int row, int column, Patch& patch) {
  double sum = 0, peak = 0;
  for (int v = 0, i = 0; v < kStructureBlock; v++) {
    const size_t y = size_t(row) * blocks.stride + v, x = size_t(column) * blocks.stride;
    const uint16_t* at = copy.data + (y * blocks.width + x) * kCellSamples + kLuma;
    for (int u = 0; u < kStructureBlock; u++, i++, at += kCellSamples) {
      const double luma = *at / 65535.0;
      patch.values[i] = static_cast<float>(luma);
      sum += luma;
      peak = std::max(peak, luma);
    }
  }
  patch.mean = sum / kArea;
  patch.peak = peak;
  for (float& value : patch.values) value = static_cast<float>(value - patch.mean);
  patch.norm = std::sqrt(dot(patch.values, patch.values));
}

double agreementOf(const std::vector<Patch>& patches) {
  float together[kArea] = {};
  double total = 0;
  for (const Patch& patch : patches) {
    total += patch.norm;
    for (int i = 0; i < kArea; i++) together[i] = static_cast<float>(double(together[i]) + patch.values[i]);
  }
  return total > 1e-6 ? std::min(1.0, std::sqrt(dot(together, together)) / total) : 1.0;
}

bool contradict(const std::vector<Patch>& patches, const BlockStructureArgs& args) {
  const auto tells = [&](const Patch& p) { return p.norm > args.telling_norm && p.mean > args.min_mean && p.peak < args.max_peak; };
  for (size_t i = 1; i < patches.size(); i++) {
    if (!tells(patches[i])) continue;
    for (size_t j = 0; j < i; j++) {
      if (!tells(patches[j])) continue;
      const double least = args.contradicting * patches[i].norm * patches[j].norm;
      if (dot(patches[i].values, patches[j].values) < least) return true;
    }
  }
  return false;
}

double likenessToOne(const Patch& ours, const std::vector<Patch>& patches) {
  double best = 0;
  for (const Patch& patch : patches) best = std::max(best, dot(patch.values, ours.values) / (patch.norm * ours.norm + 1e-9));
  return best;
}

int blocksAlong(int size, int stride) { return size < kStructureBlock ? 0 : (size - kStructureBlock) / stride + 1; }

void steer(const BlockLikenessArgs& args, size_t block, int row, int column, Patch& patch, float* wanted) {
  std::fill(wanted, wanted + kArea, 0.0f);
  for (size_t k = 0; k < args.frames.size(); k++) {
    const double weight = args.weights.data[block * args.frames.size() + k];
    if (weight == 0) continue;
    readPatch(args.frames[k], args, row, column, patch);
    for (int i = 0; i < kArea; i++) wanted[i] = static_cast<float>(wanted[i] + weight * patch.values[i]);
  }
  const double norm = std::sqrt(dot(wanted, wanted));
  if (norm > 1e-9) {
    for (int i = 0; i < kArea; i++) wanted[i] = static_cast<float>(wanted[i] * (args.largest.data[block] / norm));
  }
}

}  // namespace

// Blocks are kStructureBlock x kStructureBlock cells of the small copies of a picture and its frames. Rows are rows of
// blocks.

// Compares the structure of blocks in a picture and its frames: their luma minus its mean.
Status blockStructure(const BlockStructureArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int columns = blocksAlong(args.width, args.stride);
  const size_t each = kBlockFacts + args.frames.size();
  std::vector<Patch> patches(args.frames.size());
  Patch ours;
  for (int row = row_begin; row < row_end; row++) {
    if (cancel.raised()) return Status::kCancelled;
    for (int column = 0; column < columns; column++) {
      for (size_t k = 0; k < patches.size(); k++) readPatch(args.frames[k], args, row, column, patches[k]);
      readPatch(args.copy, args, row, column, ours);
      double* facts = args.facts.data + (size_t(row) * columns + column) * each;
      facts[kAgreement] = agreementOf(patches);
      facts[kContradicts] = contradict(patches, args) ? 1 : 0;
      facts[kNorm] = ours.norm;
      facts[kLikest] = likenessToOne(ours, patches);
      for (size_t k = 0; k < patches.size(); k++) facts[kBlockFacts + k] = patches[k].norm;
    }
  }
  return Status::kOk;
}

// Similarity of each block to the weighted structure of its frames: SSIM's term (2ab + c) / (a2 + b2 + c).
Status blockLikeness(const BlockLikenessArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int columns = blocksAlong(args.width, args.stride);
  Patch patch;
  float wanted[kArea];
  const double steadied = args.steadying * kArea;
  for (int row = row_begin; row < row_end; row++) {
    if (cancel.raised()) return Status::kCancelled;
    for (int column = 0; column < columns; column++) {
      const size_t block = size_t(row) * columns + column;
      steer(args, block, row, column, patch, wanted);
      readPatch(args.copy, args, row, column, patch);
      const double both = dot(wanted, wanted) + dot(patch.values, patch.values);
      args.likeness.data[block] = (2 * dot(wanted, patch.values) + steadied) / (both + steadied);
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
