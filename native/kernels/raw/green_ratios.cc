#include "../../generated/raw.h"

#include <algorithm>
#include <cstring>

namespace lightwell {

namespace {

// Where to start the search for a ratio's class, by its exponent and the first bits of its fraction.
class Guesses {
 public:
  explicit Guesses(const double* edges) {
    int at = 0;
    for (int i = 0; i < kCount; i++) {
      while (at + 1 < kRatioClasses && edges[at + 1] <= lowest(i)) at++;
      guesses_[i] = at;
    }
  }

  // Takes a ratio of 1 or more; returns its class or an earlier one.
  int operator()(double ratio) const {
    uint64_t bits;
    std::memcpy(&bits, &ratio, sizeof bits);
    const uint64_t index = (bits >> kShift) - kFirst;
    return guesses_[index < uint64_t(kCount) ? index : kCount - 1];
  }

 private:
  static constexpr int kCount = 1024;
  static constexpr int kShift = 52 - 6;
  static constexpr uint64_t kFirst = uint64_t(1023) << 6;

  static double lowest(int index) {
    const uint64_t bits = (uint64_t(index) + kFirst) << kShift;
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  int guesses_[kCount];
};

bool rises(const double* edges) {
  if (!(edges[0] == 1.0)) return false;
  for (int i = 1; i < kRatioClasses; i++)
    if (!(edges[i] > edges[i - 1])) return false;
  return true;
}

void countRow(const GreenRatiosArgs& a, const Guesses& guesses, int y, int32_t* counts) {
  if (y + a.down >= a.height) return;
  const uint8_t* greens = a.greens.data + size_t(y % a.cell_height) * a.cell_width;
  const uint16_t* row = a.source.data + size_t(y) * a.width * a.samples + a.channel;
  const size_t step = size_t(a.samples) + size_t(a.down) * a.width * a.samples;
  for (int first = 0; first < a.cell_width; first++) {
    if (greens[first] == 0) continue;
    for (int64_t x = first; x + 1 < a.width; x += a.cell_width) {
      const uint16_t* at = row + x * a.samples;
      const double one = (at[0] - a.black) / a.range, other = (at[step] - a.black) / a.range;
      const double bright = one > other ? one : other;
      if (!(bright >= a.least && bright <= a.most)) continue;
      const double dark = one > other ? other : one;
      const double ratio = bright / (dark > a.floor ? dark : a.floor);
      if (!(ratio >= 1.0)) continue;
      int at_class = guesses(ratio);
      while (at_class + 1 < kRatioClasses && a.edges.data[at_class + 1] <= ratio) at_class++;
      counts[at_class]++;
    }
  }
}

}  // namespace

// Histogram of the ratios of neighbouring green samples. Returns kBadArguments if edges do not rise from 1. Rows are
// the examined rows.
Status greenRatios(const GreenRatiosArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (!rises(args.edges.data)) return Status::kBadArguments;
  const Guesses guesses(args.edges.data);
  for (int row = row_begin; row < row_end; row++) {
    if (cancel.raised()) return Status::kCancelled;
    int32_t* counts = args.counts.data + size_t(row) * kRatioClasses;
    std::fill(counts, counts + kRatioClasses, 0);
    countRow(args, guesses, row * args.stride, counts);
  }
  return Status::kOk;
}

}  // namespace lightwell
