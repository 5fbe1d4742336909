#include "../../generated/check_edges.h"

#include <algorithm>
#include <cmath>

namespace lightwell {

namespace {

// Cells of a line and number of lines; offsets to the next cell of a line, and to the same cell of the next line.
struct Direction {
  int count, lines;
  size_t step, next;
};

class Steps {
 public:
  Steps(Direction direction, int reach) : d_(direction), reach_(reach), single_(size(), 0.0f), sums_(d_.count) {}

  size_t size() const { return size_t(d_.count) * d_.lines; }

  // Differences between the cells after and before each cell, averaged over neighbouring lines; line by line.
  std::vector<float> of(const float* values) {
    for (int line = 0; line < d_.lines; line++) {
      float* to = single_.data() + size_t(line) * d_.count;
      for (int k = 1; k < d_.count - 1; k++) {
        const float* at = values + line * d_.next + k * d_.step;
        to[k] = static_cast<float>(double(at[d_.step]) - *(at - d_.step));
      }
    }
    std::vector<float> result(size());
    std::fill(sums_.begin(), sums_.end(), 0.0);
    for (int line = -reach_; line < d_.lines; line++) {
      if (line + reach_ < d_.lines) add(line + reach_, 1);
      if (line - reach_ - 1 >= 0) add(line - reach_ - 1, -1);
      // Near the border, fewer lines are summed but the divisor stays the same, so steps are weaker there.
      if (line < 0) continue;
      for (int k = 0; k < d_.count; k++) result[size_t(line) * d_.count + k] = static_cast<float>(sums_[k] / (2 * reach_ + 1));
    }
    return result;
  }

 private:
  void add(int line, int sign) {
    const float* from = single_.data() + size_t(line) * d_.count;
    for (int k = 0; k < d_.count; k++) sums_[k] += double(sign) * from[k];
  }

  Direction d_;
  int reach_;
  std::vector<float> single_;
  std::vector<double> sums_;
};

void markLine(const CountEdgesArgs& args, const double* apart, const float* shown, int count, uint8_t* marks) {
  for (int k = 3; k < count - 3; k++) {
    const double step = std::abs(apart[k]);
    if (step < args.min_step || shown[k] > args.shown_share * step) continue;
    if (std::max(std::abs(apart[k - 2]), std::abs(apart[k + 2])) > args.ramp_share * step) continue;
    // An edge between two cells shows in both; only the stronger one is marked.
    if (step >= std::abs(apart[k - 1]) && step > std::abs(apart[k + 1])) marks[k] = 1;
  }
}

// Length of the run of marks up to each line, including it, from the first line (step 1) or the last (step -1).
std::vector<int32_t> runsOf(const std::vector<uint8_t>& marks, int count, int lines, int step) {
  std::vector<int32_t> runs(marks.size(), 0);
  for (int n = 0, line = step > 0 ? 0 : lines - 1; n < lines; n++, line += step) {
    for (int k = 3; k < count - 3; k++) {
      const size_t at = size_t(line) * count + k;
      if (marks[at] == 0) continue;
      const int32_t* last = n == 0 ? nullptr : runs.data() + at - ptrdiff_t(step) * count;
      runs[at] = 1 + (last ? std::max({last[-1], last[0], last[1]}) : 0);
    }
  }
  return runs;
}

}  // namespace

// Counts straight edges of a picture's log brightness that neither a plain picture nor any frame shows. The call has
// one row.
Status countEdges(const CountEdgesArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width, height = args.height;
  if (row_begin == row_end) return Status::kOk;
  const Direction along{width, height, 1, size_t(width)}, across{height, width, size_t(width), 1};
  const Direction direction = args.down ? across : along;
  Steps steps(direction, args.reach);
  const std::vector<float> ours = steps.of(args.picture.data), plain = steps.of(args.plain.data);
  std::vector<float> shown(steps.size());
  for (size_t i = 0; i < shown.size(); i++) shown[i] = std::abs(plain[i]);
  for (const auto& frame : args.frames) {
    if (cancel.raised()) return Status::kCancelled;
    const std::vector<float> own = steps.of(frame.data);
    for (size_t i = 0; i < shown.size(); i++) shown[i] = std::max(shown[i], std::abs(own[i]));
  }
  std::vector<double> apart(steps.size());
  for (size_t i = 0; i < apart.size(); i++) apart[i] = double(ours[i]) - plain[i];
  std::vector<uint8_t> marks(steps.size(), 0);
  for (int line = 0; line < direction.lines; line++) {
    const size_t at = size_t(line) * direction.count;
    markLine(args, apart.data() + at, shown.data() + at, direction.count, marks.data() + at);
  }
  const std::vector<int32_t> from = runsOf(marks, direction.count, direction.lines, 1);
  const std::vector<int32_t> to = runsOf(marks, direction.count, direction.lines, -1);
  int32_t found = 0;
  for (size_t i = 0; i < marks.size(); i++) found += marks[i] != 0 && from[i] + to[i] - 1 >= args.min_run;
  args.counts.data[0] = found;
  return Status::kOk;
}

}  // namespace lightwell
