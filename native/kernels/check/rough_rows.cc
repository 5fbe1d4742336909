#include "../../generated/check.h"

#include <algorithm>
#include <climits>
#include <cstdlib>

namespace lightwell {

namespace {

template <typename S>
int32_t stepsOf(const S* row, int pairs, int lag, int step) {
  int64_t sum = 0;
  for (int64_t x = 0; x < pairs; x += step) sum += std::abs(int(row[x]) - int(row[x + lag]));
  return static_cast<int32_t>(std::min<int64_t>(sum, INT_MAX));
}

struct Neighbours {
  ptrdiff_t beside, above;
};

template <typename S>
LW_INLINE int isImpulse(const S* at, Neighbours n, int far, int near) {
  const int a = at[-n.beside], b = at[n.beside], c = at[-n.above], d = at[n.above], value = at[0];
  const int ab_low = a < b ? a : b, ab_high = a < b ? b : a, cd_low = c < d ? c : d, cd_high = c < d ? d : c;
  const int low = ab_low < cd_low ? ab_low : cd_low, high = ab_high > cd_high ? ab_high : cd_high;
  return (high - low <= near) & ((value - high > far) | (low - value > far));
}

LW_CLONES int countImpulses(const uint16_t* row, int begin, int end, Neighbours n, int far, int near) {
  int count = 0;
  for (int x = begin; x < end; x++) count += isImpulse(row + x, n, far, near);
  return count;
}

LW_CLONES int countImpulses(const uint8_t* row, int begin, int end, Neighbours n, int far, int near) {
  int count = 0;
  for (int x = begin; x < end; x++) count += isImpulse(row + x, n, far, near);
  return count;
}

template <typename S>
void keepValues(const S* row, int begin, int end, Neighbours n, int far, int near, int32_t* found) {
  int32_t* const values = found + 1;
  int count = 0;
  for (int x = begin; x < end && count < kMaxValues; x++) {
    if (!isImpulse(row + x, n, far, near)) continue;
    if (std::find(values, values + count, int32_t(row[x])) == values + count) values[count++] = row[x];
  }
  found[0] = count;
}

template <typename S>
void roughRow(const RoughRowsArgs<S>& a, int y) {
  const S* row = a.source.data + size_t(y) * a.width;
  int32_t* found = a.found.data + size_t(y) * kRowFacts;
  std::fill(found, found + kRowFacts, 0);
  found[0] = stepsOf(row, a.width - a.lag, a.lag, a.step);
  if (y < a.row_lag || y >= a.height - a.row_lag || (y - a.row_lag) % a.stride != 0) return;
  const Neighbours n = {a.lag, ptrdiff_t(a.row_lag) * a.width};
  const int end = a.width - a.lag;
  found[1] = countImpulses(row, a.lag, end, n, a.far, a.near);
  if (found[1] > 0) keepValues(row, a.lag, end, n, a.far, a.near, found + 2);
}

}  // namespace

// Roughness and impulses of each row. An output row depends on row_lag rows above and below.
template <typename S>
Status roughRows(const RoughRowsArgs<S>& args, int row_begin, int row_end, CancelFlag cancel) {
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    roughRow(args, y);
  }
  return Status::kOk;
}

template Status roughRows(const RoughRowsArgs<uint8_t>&, int, int, CancelFlag);
template Status roughRows(const RoughRowsArgs<uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
