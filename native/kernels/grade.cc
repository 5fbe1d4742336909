#include "grade.h"

#include <vector>

#include "block_grid.h"
#include "display_rows.h"

namespace lightwell {

namespace {

constexpr int kPlanPlanes = 15;
constexpr float kLeastAnchor = 1e-3f;
constexpr float kMostChange = 0.17f;  // of a display value, by the gain

struct FieldRows {
  const float* plan[kPlanPlanes];
  const float *light, *sure, *room[3], *fused;
  float *gain, *offset[3];
};

LW_CLONES void fieldRow(const FieldRows& rows, int width, float range, float headroom, float anchor_gain, float jump_from,
                        float per_jump) {
  const float* light = rows.light;
  for (int x = 0; x < width; x++) {
    const float anchor = rows.plan[6][x] * light[x] + rows.plan[7][x];
    const float scaled = anchor * anchor_gain;
    const float positive = scaled > 0.0f ? scaled : 0.0f;
    const float trust = (positive < 1.0f ? positive : 1.0f) / (anchor > kLeastAnchor ? anchor : kLeastAnchor);
    const float pull = rows.plan[8][x] * light[x] + rows.plan[9][x];
    const float down = pull > 0.0f ? pull : 0.0f;
    // What a strong edge would overshoot by is cut: bars of a window must not turn black.
    float added[3], most = 0.0f;
    for (int c = 0; c < 3; c++) {
      added[c] = (rows.plan[2 * c][x] * light[x] + rows.plan[2 * c + 1][x]) * trust - down;
      const float apart = rows.fused[3 * x + c] * range - headroom + added[c] - rows.plan[10 + c][x];
      const float size = apart > 0.0f ? apart : -apart;
      most = size > most ? size : most;
    }
    const float more = rows.plan[13][x] - 1.0f, change = more * most;
    const float gain = 1.0f + (change > kMostChange ? more * (kMostChange / change) : more);
    const float jump = (rows.plan[14][x] - light[x] - jump_from) * per_jump;
    const float beside = jump > 0.0f ? jump : 0.0f;
    const float exact = (beside < 1.0f ? beside : 1.0f) * rows.sure[x];
    rows.gain[x] = gain;
    for (int c = 0; c < 3; c++) {
      const float fused = rows.fused[3 * x + c] * range - headroom;
      const float offset = gain * added[c] - (gain - 1.0f) * rows.plan[10 + c][x];
      rows.offset[c][x] = offset + exact * (rows.room[c][x] - (gain * fused + offset));
    }
  }
}

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

Status gradeField(const GradeFieldArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height, factor = args.factor;
  if (factor < 1) return Status::kBadArguments;
  const int columns = (width + factor - 1) / factor, plan_rows = (height + factor - 1) / factor;
  const size_t area = size_t(width) * height, cells = size_t(columns) * plan_rows;
  if (row_begin < 0 || row_end > height || args.plan.length < kPlanPlanes * cells || args.evidence.length < 5 * area ||
      args.fused.length < 3 * area || args.field.length < 4 * area) {
    return Status::kBadArguments;
  }
  BlockGrid grid(columns, plan_rows, factor);
  std::vector<float> spread(size_t(kPlanPlanes) * width);
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const size_t start = size_t(y) * width;
    FieldRows rows{};
    for (int p = 0; p < kPlanPlanes; p++) {
      float* row = &spread[size_t(p) * width];
      grid.spreadRow(args.plan.data + p * cells, y, width, row);
      rows.plan[p] = row;
    }
    rows.light = args.evidence.data + start;
    rows.sure = args.evidence.data + area + start;
    rows.fused = args.fused.data + 3 * start;
    rows.gain = args.field.data + start;
    for (int c = 0; c < 3; c++) {
      rows.room[c] = args.evidence.data + (2 + c) * area + start;
      rows.offset[c] = args.field.data + (1 + c) * area + start;
    }
    fieldRow(rows, width, 1.0f + 2.0f * args.headroom, args.headroom, args.anchor_gain, args.jump_from,
             1.0f / (args.jump_to - args.jump_from));
  }
  return Status::kOk;
}

Status grade(const GradeArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width;
  const size_t cells = size_t(args.field_width) * args.field_height;
  if (row_begin < 0 || row_end > args.height || args.field_width < 1 || args.field_height < 1 || args.field_factor < 1 ||
      args.image.length < size_t(width) * args.height * 3 || args.field.length < 4 * cells) {
    return Status::kBadArguments;
  }
  BlockGrid grid(args.field_width, args.field_height, args.field_factor);
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
