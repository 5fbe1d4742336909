#include "fusion_rows.h"

#include <algorithm>

namespace lightwell {

namespace {

Split<const uint16_t> readable(Split<uint16_t> row) { return {row.even, row.odd}; }
// Rows to prefetch ahead. A strip's next row is in other memory pages, so the hardware does not prefetch it.
constexpr int kRowsAhead = 2;

Split<const float> readable(Split<float> row) { return {row.even, row.odd}; }

}  // namespace

void FusionRows::Ring::resize(int planes, int row_count, int row_room) {
  rows = row_count;
  room = row_room;
  samples.assign(size_t(planes) * rows * room, 0);
  tags.assign(rows, -1);
}

bool FusionRows::Ring::enter(int y) {
  int& tag = tags[y & (rows - 1)];
  if (tag == y) return false;
  tag = y;
  return true;
}

FusionRows::FusionRows(const FusionInput& input, const Area& area)
    : input_(input),
      area_(area),
      frames_(static_cast<int>(input.frames.size())),
      half_room_(rowRoom((area.width + 1) / 2)),
      weight_tags_(kSourceRing, -1),
      gray_(size_t(frames_) * kGrayRing * 2 * half_room_),
      quality_(gray_.size()),
      // Margins are normalised too, so their sum must not be 0.
      weights_(size_t(frames_) * 2 * half_room_, 1.0f),
      sum_(size_t(2) * half_room_),
      split_(sum_.size()),
      weight_rows_(frames_),
      weight_targets_(frames_) {
  source_.resize(frames_ * 4, kSourceRing, 2 * half_room_);
  for (int level = 0; level <= input.levels; level++) {
    if (level > 0) levels_[level].rows.resize(frames_ * 4, kRing, rowRoom(width(level)));
    if (level < input.levels) levels_[level].reduced.resize(frames_ * 4, kRing, rowRoom(width(level + 1)));
  }
}

Split<uint16_t> FusionRows::sourceRow(int frame, int plane, int y) {
  uint16_t* row = source_.row(frame * 4 + plane, y);
  return {row, row + half_room_};
}

Split<const uint16_t> FusionRows::source(int frame, int plane, int y) {
  weigh(y);
  return readable(sourceRow(frame, plane, y));
}

const uint16_t* FusionRows::level(int level, int frame, int plane, int y) {
  makeLevel(level, y);
  return levels_[level].rows.row(frame * 4 + plane, y);
}

// Loads colours, grey and quality of a source row.
void FusionRows::load(int y) {
  if (!source_.enter(y)) return;
  const size_t first = (size_t(area_.y + y) * input_.width + area_.x) * 3;
  for (int i = 0; i < frames_; i++) {
    const Split<uint16_t> planes[3] = {sourceRow(i, 0, y), sourceRow(i, 1, y), sourceRow(i, 2, y)};
    loadColors(input_.frames[i], first, area_.width, planes);
    measure(i, first + size_t(kRowsAhead) * input_.width * 3, y, planes);
    if (input_.levels == 0) continue;
    for (int plane = 0; plane < 3; plane++) {
      mirrorEnds(planes[plane], area_.width);
      reduceAcross(readable(planes[plane]), area_.width, levels_[0].reduced.row(i * 4 + plane, y));
    }
  }
}

// Computes grey and quality of a row. Between parts it prefetches the memory of a later row, which begins at sample
// `ahead`.
void FusionRows::measure(int frame, size_t ahead, int y, const Split<uint16_t> planes[3]) {
  constexpr int kParts = 8;
  const int room = 2 * half_room_, part = room / kParts, slot = frame * kGrayRing + y % kGrayRing;
  const auto gray = floatRow(gray_, slot), quality = floatRow(quality_, slot);
  for (int k = 0; k < kParts; k++) {
    prefetchColors(input_.frames[frame], ahead + size_t(k) * part * 3, part);
    const int from = k * part - kRowMargin;
    const uint16_t *red = planes[0].even + from, *green = planes[1].even + from, *blue = planes[2].even + from;
    measureColors(red, green, blue, part, input_.exponents, gray.even + from, quality.even + from);
  }
  mirrorEnds(gray, area_.width);
}

// Unnormalised weights of a source row: contrast, which needs the grey rows above and below, times quality.
const float* FusionRows::weighContrast(int frame, int y) {
  const auto row = [&](std::vector<float>& rows, int at) { return readable(floatRow(rows, frame * kGrayRing + at % kGrayRing)); };
  const auto up = row(gray_, reflect101(y - 1, area_.height)), down = row(gray_, reflect101(y + 1, area_.height));
  const auto out = floatRow(weights_, frame);
  weighRow(up, row(gray_, y), down, row(quality_, y), (area_.width + 1) / 2, input_.exponents, out);
  return out.even;
}

void FusionRows::weigh(int y) {
  if (weight_tags_[y % kSourceRing] == y) return;
  weight_tags_[y % kSourceRing] = y;
  const int above = reflect101(y - 1, area_.height), below = reflect101(y + 1, area_.height);
  for (int needed = std::min(y, above); needed <= std::max(y, below); needed++) load(needed);
  for (int i = 0; i < frames_; i++) {
    weight_rows_[i] = weighContrast(i, y) - kRowMargin;
    weight_targets_[i] = sourceRow(i, 3, y).even - kRowMargin;
  }
  normaliseWeights(weight_rows_, 2 * half_room_, sum_.data(), weight_targets_);
  if (input_.levels == 0) return;
  for (int i = 0; i < frames_; i++) {
    mirrorEnds(sourceRow(i, 3, y), area_.width);
    reduceAcross(readable(sourceRow(i, 3, y)), area_.width, levels_[0].reduced.row(i * 4 + 3, y));
  }
}

void FusionRows::makeLevel(int level, int y) {
  if (!levels_[level].rows.enter(y)) return;
  int from[5];
  for (int j = 0; j < 5; j++) from[j] = reflect101(2 * y + j - 2, height(level - 1));
  // In ascending order even where the picture's ends mirror them: rings keep previous rows, not skipped ones.
  const auto [first, last] = std::minmax_element(from, from + 5);
  for (int needed = *first; needed <= *last; needed++) {
    if (level == 1) {
      weigh(needed);
    } else {
      makeLevel(level - 1, needed);
    }
  }
  const int row_width = width(level);
  for (int plane = 0; plane < frames_ * 4; plane++) {
    const uint16_t* rows[5];
    for (int j = 0; j < 5; j++) rows[j] = levels_[level - 1].reduced.row(plane, from[j]);
    uint16_t* row = levels_[level].rows.row(plane, y);
    reduceDown(rows, row_width, row);
    if (level == input_.levels) continue;
    const Split<uint16_t> split{&split_[kRowMargin], &split_[kRowMargin + half_room_]};
    splitRow(row, row_width, split);
    reduceAcross(readable(split), row_width, levels_[level].reduced.row(plane, y));
  }
}

}  // namespace lightwell
