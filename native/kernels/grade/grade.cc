#include "../../generated/grade/grade.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "block_grid.h"
#include "display_rows.h"
#include "window_variance.h"

namespace lightwell {

namespace {

constexpr int kAddedPlanes = 12;  // those that decide what is added to the fused colour
constexpr float kLeastAnchor = 1e-3f;
constexpr float kCertain = 1.02f;     // how sure a perfectly flat wall of middle grey is, inverted
constexpr float kFlatFrom = 0.3f, kFlatTo = 0.8f;  // how sure a surface beside a jump of light begins to be set exactly, and is
constexpr float kLeastSure = 0.05f;   // pixels that are less sure by themselves do not follow their surroundings
constexpr float kMostChange = 0.17f;  // of a display value, by the gain
constexpr float kGreyShade = 0.012f;   // display value at which a shade counts as half grey
constexpr float kHalfLift = 0.06f;    // lift of shade at which half of its colour is the room's
constexpr int kReach = 4;             // of the windows that structure is measured in
constexpr int kSmooth = 2;            // of those that the gain is smoothed by

LW_INLINE float lumaOf(float r, float g, float b) { return 0.299f * r + 0.587f * g + 0.114f * b; }

struct AddedRows {
  const float *plan[kAddedPlanes], *light, *fused, *room[3];
  float *added[3], *luma;
};

// What is added to the fused colour, and the luma that this shows, bent as the picture will be.
LW_CLONES void addedRow(const AddedRows& rows, int width, const GradeFieldArgs& args) {
  const float range = 1.0f + 2.0f * args.headroom, headroom = args.headroom, anchor_gain = args.anchor_gain;
  const float* light = rows.light;
  for (int x = 0; x < width; x++) {
    const float anchor = rows.plan[6][x] * light[x] + rows.plan[7][x];
    const float scaled = anchor * anchor_gain;
    const float positive = scaled > 0.0f ? scaled : 0.0f;
    const float trust = (positive < 1.0f ? positive : 1.0f) / (anchor > kLeastAnchor ? anchor : kLeastAnchor);
    const float pull = rows.plan[8][x] * light[x] + rows.plan[9][x];
    const float down = pull > 0.0f ? pull : 0.0f;
    const float shade = rows.plan[10][x] * light[x] + rows.plan[11][x], up = shade > 0.0f ? shade : 0.0f;
    float value[3];
    for (int c = 0; c < 3; c++) {
      const float error = (rows.plan[2 * c][x] * light[x] + rows.plan[2 * c + 1][x]) * trust;
      value[c] = rows.fused[3 * x + c] * range - headroom + (error - down + up);
    }
    // Channels overshoot by themselves: what is lifted takes the colour that the room's exposure shows.
    const float per_luma = lumaOf(value[0], value[1], value[2]) / (lumaOf(rows.room[0][x], rows.room[1][x], rows.room[2][x]) + kGreyShade);
    const float share = up * up / (up * up + kHalfLift * kHalfLift);
    for (int c = 0; c < 3; c++) {
      const float coloured = value[c] + share * (per_luma * (rows.room[c][x] + kGreyShade) - value[c]);
      rows.added[c][x] = coloured - (rows.fused[3 * x + c] * range - headroom);
    }
  }
  const float room = 1.0f - args.knee, per_room = 1.0f / room, knee = args.knee;
  for (int x = 0; x < width; x++) {
    float shown[3];
    for (int c = 0; c < 3; c++) {
      const float value = rows.fused[3 * x + c] * range - headroom + rows.added[c][x];
      const float over = (value - knee) * per_room;
      const float high = 1.0f - room / (1.0f + over + 0.5f * over * over), low = value > 0.0f ? value : 0.0f;
      shown[c] = over > 0.0f ? high : low;
    }
    rows.luma[x] = lumaOf(shown[0], shown[1], shown[2]);
  }
}

// The gain that brings structure up to `best`; the rows have kReach samples of border on either side.
LW_CLONES void gainRow(const float* const* rows, const float* __restrict best, int width, float* __restrict sums,
                       float* __restrict squares, const GradeFieldArgs& args, float* __restrict out) {
  windowVariance<kReach>(rows, width, sums, squares, out);
  const float floor = args.noise * args.noise, most = args.most_gain, per_edge = 1.0f / (args.edge_contrast * args.edge_contrast);
  for (int x = 0; x < width; x++) {
    const float factor = std::sqrt((best[x] + floor) / (out[x] + floor));
    const float wanted = factor < most ? factor : most, edge = best[x] * per_edge;
    out[x] = 1.0f + (wanted > 1.0f ? wanted - 1.0f : 0.0f) / (1.0f + edge + 0.5f * edge * edge);
  }
}

struct FieldRows {
  const float *surround[3], *brightest, *agreement, *surest, *light, *sure, *room[3], *fused, *added[3], *gains[2 * kSmooth + 1];
  float *gain, *offset[3];
};

LW_CLONES void fieldRow(const FieldRows& rows, int width, const GradeFieldArgs& args) {
  const float range = 1.0f + 2.0f * args.headroom, headroom = args.headroom, jump_from = args.jump_from;
  const float per_jump = 1.0f / (args.jump_to - args.jump_from), per_shift = 1.0f / (args.most_shift * args.most_shift);
  constexpr int kSide = 2 * kSmooth + 1;
  constexpr float kPerWindow = 1.0f / float(kSide * kSide);
  float* mores = rows.gain;
  for (int x = 0; x < width; x++) {
    float sum = 0.0f;
    for (int j = 0; j < kSide; j++) {
      const float* row = rows.gains[j] + x;
      sum += ((row[0] + row[1]) + (row[2] + row[3])) + row[4];
    }
    mores[x] = sum * kPerWindow - 1.0f;
  }
  for (int x = 0; x < width; x++) {
    // What a strong edge would overshoot by is cut: bars of a window must not turn black.
    float most = 0.0f;
    for (int c = 0; c < 3; c++) {
      const float apart = rows.fused[3 * x + c] * range - headroom + rows.added[c][x] - rows.surround[c][x];
      const float size = apart > 0.0f ? apart : -apart;
      most = size > most ? size : most;
    }
    const float more = mores[x], change = more * most;
    const float gain = 1.0f + (change > kMostChange ? more * (kMostChange / change) : more);
    const float jump = (rows.brightest[x] - rows.light[x] - jump_from) * per_jump;
    const float beside = jump > 0.0f ? jump : 0.0f;
    const float own = rows.sure[x] * (1.0f / kLeastSure);
    const float sure = rows.surest[x] * (own < 1.0f ? own : 1.0f), scaled = kCertain * sure, whole = scaled < 1.0f ? scaled : 1.0f;
    const float power4 = whole * whole * whole * whole, power16 = power4 * power4 * power4 * power4, certain = power16 * power16;
    float offsets[3], shifts[3], square = 0.0f;
    for (int c = 0; c < 3; c++) {
      const float fused = rows.fused[3 * x + c] * range - headroom;
      offsets[c] = gain * rows.added[c][x] - (gain - 1.0f) * rows.surround[c][x];
      shifts[c] = rows.room[c][x] - (gain * fused + offsets[c]);
      square += shifts[c] * shifts[c];
    }
    const float far = square * per_shift, far2 = far * far;
    const float flat = (sure - kFlatFrom) * (1.0f / (kFlatTo - kFlatFrom)), positive = flat > 0.0f ? flat : 0.0f;
    const float near = (beside < 1.0f ? beside : 1.0f) * (positive < 1.0f ? positive : 1.0f) / (1.0f + far2 * far2);
    const float exact = (near > certain ? near : certain) * sure * rows.agreement[x];
    rows.gain[x] = gain;
    for (int c = 0; c < 3; c++) rows.offset[c][x] = offsets[c] + exact * shifts[c];
  }
}

// Rows first to last − 1 of a plane, with `reach` samples of border on either side; beyond the picture its outermost
// repeat.
class BorderedRows {
 public:
  BorderedRows(int width, int reach, int first, int last)
      : width_(width), reach_(reach), first_(first), last_(last), stride_(size_t(width) + 2 * reach), data_(stride_ * (last - first)) {}
  float* row(int y) { return &data_[size_t(y - first_) * stride_] + reach_; }
  void close(int y) {
    float* inner = row(y);
    for (int i = 1; i <= reach_; i++) {
      inner[-i] = inner[0];
      inner[width_ - 1 + i] = inner[width_ - 1];
    }
  }
  void around(int y, const float** rows) {
    for (int j = -reach_; j <= reach_; j++) rows[j + reach_] = row(std::max(first_, std::min(last_ - 1, y + j))) - reach_;
  }

 private:
  int width_, reach_, first_, last_;
  size_t stride_;
  std::vector<float> data_;
};

class FieldMaker {
 public:
  FieldMaker(const GradeFieldArgs& args, int columns, int rows)
      : args_(args), area_(size_t(args.width) * args.height), cells_(size_t(columns) * rows), grid_(columns, rows, args.factor),
        spread_(size_t(kPlanPlanes) * args.width) {}

  Status make(int row_begin, int row_end, CancelFlag cancel) {
    const int width = args_.width, height = args_.height;
    const auto inside = [height](int y) { return y < 0 ? 0 : y > height ? height : y; };
    const int gain_first = inside(row_begin - kSmooth), gain_last = inside(row_end + kSmooth);
    const int first = inside(gain_first - kReach), last = inside(gain_last + kReach);
    BorderedRows luma(width, kReach, first, last), gains(width, kSmooth, gain_first, gain_last);
    std::vector<float> added(size_t(3) * width * (last - first)), sums(width + 2 * kReach), squares(width + 2 * kReach);
    const auto addedOf = [&](int y, int c) { return &added[(size_t(y - first) * 3 + c) * width]; };
    for (int y = first; y < last; y++) {
      if (cancel.raised()) return Status::kCancelled;
      AddedRows rows{};
      for (int p = 0; p < kAddedPlanes; p++) rows.plan[p] = spread(p, y);
      rows.light = evidence(0, y);
      rows.fused = args_.fused.data + size_t(y) * width * 3;
      for (int c = 0; c < 3; c++) rows.added[c] = addedOf(y, c);
      for (int c = 0; c < 3; c++) rows.room[c] = evidence(2 + c, y);
      rows.luma = luma.row(y);
      addedRow(rows, width, args_);
      luma.close(y);
    }
    for (int y = gain_first; y < gain_last; y++) {
      const float* rows[2 * kReach + 1];
      luma.around(y, rows);
      gainRow(rows, evidence(5, y), width, sums.data(), squares.data(), args_, gains.row(y));
      gains.close(y);
    }
    for (int y = row_begin; y < row_end; y++) {
      if (cancel.raised()) return Status::kCancelled;
      FieldRows rows{};
      gains.around(y, rows.gains);
      rows.brightest = spread(kAddedPlanes + 3, y);
      rows.agreement = spread(kAddedPlanes + 4, y);
      rows.surest = spread(kAddedPlanes + 5, y);
      rows.light = evidence(0, y);
      rows.sure = evidence(1, y);
      rows.fused = args_.fused.data + size_t(y) * width * 3;
      rows.gain = args_.field.data + size_t(y) * width;
      for (int c = 0; c < 3; c++) {
        rows.surround[c] = spread(kAddedPlanes + c, y);
        rows.room[c] = evidence(2 + c, y);
        rows.added[c] = addedOf(y, c);
        rows.offset[c] = args_.field.data + (1 + c) * area_ + size_t(y) * width;
      }
      fieldRow(rows, width, args_);
    }
    return Status::kOk;
  }

 private:
  const float* evidence(int plane, int y) const { return args_.evidence.data + plane * area_ + size_t(y) * args_.width; }
  const float* spread(int plane, int y) {
    float* row = &spread_[size_t(plane) * args_.width];
    grid_.spreadRow(args_.plan.data + plane * cells_, y, args_.width, row);
    return row;
  }

  const GradeFieldArgs& args_;
  size_t area_, cells_;
  BlockGrid grid_;
  std::vector<float> spread_;
};

LW_CLONES void gradeRow(const uint16_t* __restrict in, const float* const field[4], int width, float scale, float headroom,
                        float* __restrict r, float* __restrict g, float* __restrict b) {
  const float *gain = field[0], *red = field[1], *green = field[2], *blue = field[3];
  for (int x = 0; x < width; x++) {
    r[x] = gain[x] * (float(in[3 * x]) * scale - headroom) + red[x];
    g[x] = gain[x] * (float(in[3 * x + 1]) * scale - headroom) + green[x];
    b[x] = gain[x] * (float(in[3 * x + 2]) * scale - headroom) + blue[x];
  }
}
LW_CLONES void finishRow(float* r, float* g, float* b, int width, float knee, uint16_t* out) {
  bendEnds(r, width, knee);
  bendEnds(g, width, knee);
  bendEnds(b, width, knee);
  quantiseRow(r, g, b, width, 0.0f, out);
}

}  // namespace

// From a plan on blocks of factor x factor (1 to 64) to gain and offsets for each pixel of a width x height grid.
// plan: 18 planes of ceil(width / factor) x ceil(height / factor):
//   0-7 slope and offset (guided filter over scene light) of the room's error, 3 channels, and of its weight;
//   8-9 slope and offset of the pull on highlights; 10-11 of what shade gains (luma; it takes the room's colours);
//   12-14 the colour around, 3 channels;
//   15 the brightest light near by, stops: flat surfaces that are darker by jump_from to jump_to are set to the room's
//   colour exactly where that is no further away than most_shift (Euclidean, display values); perfectly flat ones (as
//   certain as the 32nd power of how sure that is) anywhere; 16 how much of that is done, 0 to 1; 17 how surely the
//   surfaces around are flat and well exposed, 0 to 1.
// evidence as roomEvidence wrote it, fused as for roomMeans. field: 4 planes, gain and offsets: graded = gain fused +
// offset. Where 9 x 9 windows show less structure than plane 5 of the evidence holds, what stands out from the colour
// around is raised: up to most_gain, not below `noise` (a standard deviation) and less in structure that nears
// `edge_contrast` (another). The values that are compared are bent above `knee`, as grade bends them. anchor_gain: how
// fast the correction fades where less of the surroundings anchors it. Rows are the field's.
Status gradeField(const GradeFieldArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height, factor = args.factor;
  const int columns = (width + factor - 1) / factor, plan_rows = (height + factor - 1) / factor;
  return FieldMaker(args, columns, plan_rows).make(row_begin, row_end, cancel);
}

// Grades a picture in place. image: width x height x 3, 16 bits, coded from -headroom (0) to 1 + headroom (65535);
// becomes 0 to 1. field: 4 planes of field_width x field_height blocks of field_factor (1 to 64) pixels, at most one
// more than fit, as gradeField wrote it. Values above `knee` (< 1) bend towards 1, those below 0.2 (1 - knee) towards
// 0, without ever leaving [0, 1]. Rows are the image's.
Status grade(const GradeArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, factor = args.field_factor;
  const size_t cells = size_t(args.field_width) * args.field_height;
  BlockGrid grid(args.field_width, args.field_height, factor);
  std::vector<float> spread(size_t(4) * width), planes(size_t(3) * width);
  float *r = planes.data(), *g = r + width, *b = g + width;
  const float* field[4];
  for (int p = 0; p < 4; p++) field[p] = &spread[size_t(p) * width];
  const float scale = (1.0f + 2.0f * args.headroom) / 65535.0f;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    for (int p = 0; p < 4; p++) grid.spreadRow(args.field.data + p * cells, y, width, &spread[size_t(p) * width]);
    uint16_t* row = args.image.data + size_t(y) * width * 3;
    gradeRow(row, field, width, scale, args.headroom, r, g, b);
    finishRow(r, g, b, width, args.knee, row);
  }
  return Status::kOk;
}

}  // namespace lightwell
