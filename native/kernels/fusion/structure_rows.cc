#include "structure_rows.h"

#include "split_rows.h"

namespace lightwell {

namespace {

struct BlockPosition {
  int first;
  float share;
};

// Where a pixel lies between the centres of blocks, along one axis.
BlockPosition blockPosition(int pixel, int factor, int blocks) {
  const float position = (float(pixel) + 0.5f) / float(factor) - 0.5f;
  if (position <= 0.0f) return {0, 0.0f};
  const int first = static_cast<int>(position);
  if (first >= blocks - 1) return {blocks - 1, 0.0f};
  return {first, position - float(first)};
}

}  // namespace

StructureRows::StructureRows(const StructureMaps& maps, int left, int top, int half_room)
    : maps_(maps), top_(top), room_(maps.given() ? 2 * half_room : 0), blocks_(room_), shares_(room_) {
  rows_.resize(maps.maps.size() * 2 * room_);
  tags_.assign(maps.maps.size() * 2, -1);
  for (int x = 0; x < room_; x++) {
    const int pair = x % half_room - kRowMargin, pixel = left + 2 * pair + x / half_room;
    const auto at = blockPosition(pixel, maps.factor, maps.width);
    blocks_[x] = at.first;
    shares_[x] = at.share;
  }
}

const float* StructureRows::spread(int frame, int block_row) {
  const int slot = frame * 2 + (block_row & 1);
  float* out = &rows_[size_t(slot) * room_];
  if (tags_[slot] == block_row) return out;
  tags_[slot] = block_row;
  const float* row = maps_.maps[frame].data + size_t(block_row) * maps_.width;
  const int last = maps_.width - 1;
  for (int x = 0; x < room_; x++) {
    const int first = blocks_[x], second = first < last ? first + 1 : last;
    out[x] = row[first] + (row[second] - row[first]) * shares_[x];
  }
  return out;
}

StructureSamples StructureRows::around(int frame, int y) {
  const auto at = blockPosition(top_ + y, maps_.factor, maps_.height);
  const float* above = spread(frame, at.first);
  const float* below = at.first + 1 < maps_.height ? spread(frame, at.first + 1) : above;
  return {above, below, at.share};
}

}  // namespace lightwell
