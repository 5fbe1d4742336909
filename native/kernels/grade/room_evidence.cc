#include "../../generated/grade/room_evidence.h"

#include <algorithm>

#include "window_variance.h"

namespace lightwell {

namespace {

LW_INLINE float lumaOf(const float* p) { return 0.299f * p[0] + 0.587f * p[1] + 0.114f * p[2]; }
LW_INLINE int stepOf(float value) {
  const int step = wholeOf(value * float(kRoomTableSteps) + 0.5f);
  return step < 0 ? 0 : step > kRoomTableSteps ? kRoomTableSteps : step;
}

LW_CLONES void lumaRow(const uint16_t* __restrict luma, int width, float* __restrict out) {
  for (int x = 0; x < width; x++) out[x] = float(luma[x]) * (1.0f / 65535.0f);
}

constexpr int kFlatReach = 2;  // of the windows that flatness is measured in
constexpr int kReach = 4;      // and structure
constexpr int kSide = 2 * kReach + 1;

// How rough a row is, times `share`, and how structured; keeps the larger of it and what was there.
LW_CLONES void raiseToVariance(const float* const rows[kSide], const float* __restrict share, int width, float* __restrict sums,
                               float* __restrict squares, float* __restrict variance, float* __restrict roughness,
                               float* __restrict structure) {
  const float* flat[2 * kFlatReach + 1];
  for (int j = 0; j <= 2 * kFlatReach; j++) flat[j] = rows[j + kReach - kFlatReach] + (kReach - kFlatReach);
  windowVariance<kFlatReach>(flat, width, sums, squares, variance);
  for (int x = 0; x < width; x++) {
    const float rough = variance[x] * share[x];
    roughness[x] = rough > roughness[x] ? rough : roughness[x];
  }
  windowVariance<kReach>(rows, width, sums, squares, variance);
  for (int x = 0; x < width; x++) structure[x] = variance[x] > structure[x] ? variance[x] : structure[x];
}

// The last rows of luma of each frame; beyond the borders the outermost samples repeat.
class LumaRows {
 public:
  explicit LumaRows(const RoomEvidenceArgs& args)
      : args_(args), stride_(size_t(args.width) + 2 * kReach), rows_(args.lumas.size() * kSide * stride_), tags_(args.lumas.size() * kSide, -1) {}

  const float* row(int frame, int y) {
    y = std::min(args_.height - 1, std::max(0, y));
    const size_t slot = size_t(frame) * kSide + y % kSide;
    float* row = &rows_[slot * stride_];
    if (tags_[slot] == y) return row;
    tags_[slot] = y;
    lumaRow(args_.lumas[frame].data + size_t(y) * args_.width, args_.width, row + kReach);
    std::fill(row, row + kReach, row[kReach]);
    std::fill(row + kReach + args_.width, row + stride_, row[kReach + args_.width - 1]);
    return row;
  }

 private:
  const RoomEvidenceArgs& args_;
  size_t stride_;
  std::vector<float> rows_;
  std::vector<int> tags_;
};

constexpr float kLeastWeight = 1e-6f;   // keeps the mean defined where no frame is exposed well
constexpr float kExtremeWeight = 1e-4f;  // what the darkest frame clips reads as its white, what the brightest hides as its black

float lightAt(const RoomEvidenceArgs& args, const std::vector<const float*>& lumas, int x) {
  const size_t last = lumas.size() - 1;
  float sum = 0.0f, total = 0.0f;
  for (size_t k = 0; k <= last; k++) {
    const float luma = lumas[k][x];
    const int step = stepOf(luma);
    float weight = args.exposedness.data[step] + kLeastWeight;
    if ((k == 0 && luma > 0.5f) || (k == last && luma < 0.5f)) weight += kExtremeWeight;
    sum += weight * (args.log_light.data[step] - args.stops.data[k]);
    total += weight;
  }
  return sum / total;
}

}  // namespace

// What small copies of all frames (luma, 65535 = full scale, width x height, darkest first) tell of the scene.
// evidence: 6 planes of width x height:
//   0 scene light in stops, 0 where the first frame shows display white: the frames' readings, each weighted by how
//   well it is exposed; 1 how surely the pixel is a flat, well-exposed surface of the room, 0 to 1; 2-4 the colour that
//   the room's exposure shows: that of `room` (a copy of one frame, width x height x 3, 1.0 = full scale) through the
//   table `shift`; 5 the largest luma variance that a frame shows in 9 x 9 windows.
// Tables have 4096 steps over [0, 1]: log_light (stops under white of a display value), exposedness (Mertens' measure
// of a luma), shift. flatness: standard deviation of luma in 5 x 5 windows, in any frame as far as it is well exposed
// there, at which a surface counts as half textured. Rows are the planes'.
Status roomEvidence(const RoomEvidenceArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height, frames = static_cast<int>(args.lumas.size());
  if (frames == 0) return Status::kBadArguments;
  const size_t area = size_t(width) * height;
  LumaRows lumas(args);
  std::vector<float> sums(width + 2 * kReach), squares(width + 2 * kReach), variance(width), roughness(width), exposed(width);
  std::vector<const float*> mids(frames);
  const float per_flatness = 1.0f / (args.flatness * args.flatness);
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    std::fill(roughness.begin(), roughness.end(), 0.0f);
    float* structure = args.evidence.data + 5 * area + size_t(y) * width;
    std::fill(structure, structure + width, 0.0f);
    for (int k = 0; k < frames; k++) {
      const float* rows[kSide];
      for (int j = 0; j < kSide; j++) rows[j] = lumas.row(k, y + j - kReach);
      const float* mid = rows[kReach] + kReach;
      for (int x = 0; x < width; x++) exposed[x] = args.exposedness.data[stepOf(mid[x])];
      raiseToVariance(rows, exposed.data(), width, sums.data(), squares.data(), variance.data(), roughness.data(), structure);
      mids[k] = mid;
    }
    const float* room = args.room.data + size_t(y) * width * 3;
    float* out = args.evidence.data + size_t(y) * width;
    for (int x = 0; x < width; x++) {
      float colour[3];
      for (int c = 0; c < 3; c++) colour[c] = out[(2 + c) * area + x] = args.shift.data[stepOf(room[3 * x + c])];
      const float well = args.exposedness.data[stepOf(lumaOf(colour))];
      const float texture = roughness[x] * per_flatness;
      out[x] = lightAt(args, mids, x);
      out[area + x] = well * well / (1.0f + texture * texture);
    }
  }
  return Status::kOk;
}

// Means over blocks of factor x factor (cut at the right and lower border) of 8 planes: evidence 0 and 1; evidence 1
// times what the room's colour has over the fused one, 3 channels; the fused colour, 3 channels. fused: width x height
// x 3, coded (value + headroom) / (1 + 2 headroom). means: 8 planes of ceil(width / factor) x ceil(height / factor).
// Rows are theirs.
Status roomMeans(const RoomMeansArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height, factor = args.factor;
  const int columns = (width + factor - 1) / factor, rows = (height + factor - 1) / factor;
  const size_t area = size_t(width) * height, cells = size_t(columns) * rows;
  const float range = 1.0f + 2.0f * args.headroom;
  for (int row = row_begin; row < row_end; row++) {
    if (cancel.raised()) return Status::kCancelled;
    const int y_end = std::min(height, (row + 1) * factor);
    for (int column = 0; column < columns; column++) {
      const int x_begin = column * factor, x_end = std::min(width, x_begin + factor);
      float sums[8] = {};
      for (int y = row * factor; y < y_end; y++) {
        for (int x = x_begin; x < x_end; x++) {
          const size_t i = size_t(y) * width + x;
          const float sure = args.evidence.data[area + i];
          sums[0] += args.evidence.data[i];
          sums[1] += sure;
          for (int c = 0; c < 3; c++) {
            const float fused = args.fused.data[3 * i + c] * range - args.headroom;
            sums[2 + c] += sure * (args.evidence.data[(2 + c) * area + i] - fused);
            sums[5 + c] += fused;
          }
        }
      }
      const float share = 1.0f / (float(x_end - x_begin) * float(y_end - row * factor));
      for (int p = 0; p < 8; p++) args.means.data[p * cells + size_t(row) * columns + column] = sums[p] * share;
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
