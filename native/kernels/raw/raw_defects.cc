#include "../../generated/raw.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace lightwell {

namespace {

// The reference (test/support/reference/raw) explains these numbers.
constexpr double kMinSigmas = 6, kMinSpans = 1.5, kSpanSigmas = 3.4, kLensShare = 0.02, kBlackShare = 0.8, kPairCare = 3, kFellowShare = 0.1;
constexpr int kPairs = 4;

// Number of samples whose marks fit in a word; most words are 0.
constexpr int kBlock = 4;

LW_INLINE uint16_t lower(uint16_t a, uint16_t b) { return a < b ? a : b; }
LW_INLINE uint16_t higher(uint16_t a, uint16_t b) { return a > b ? a : b; }
LW_INLINE uint16_t above(uint16_t a, uint16_t b) { return static_cast<uint16_t>(higher(a, b) - b); }
LW_INLINE uint16_t portion(uint16_t a, uint16_t share) { return static_cast<uint16_t>((uint32_t(a) * share) >> 16); }

struct Pair {
  const uint16_t* a;
  const uint16_t* b;
};

// Marks samples: 1 if brighter than the surroundings, 2 if darker, else 0. The sum of `floor` and the largest portion
// fits in 16 bits.
LW_CLONES void scanRow(const uint16_t* __restrict in, const Pair* pairs, uint16_t black, uint16_t floor, uint16_t share,
                       uint16_t* __restrict out, int count) {
  const uint16_t *a0 = pairs[0].a, *b0 = pairs[0].b, *a1 = pairs[1].a, *b1 = pairs[1].b;
  const uint16_t *a2 = pairs[2].a, *b2 = pairs[2].b, *a3 = pairs[3].a, *b3 = pairs[3].b;
  for (int i = 0; i < count; i++) {
    const uint16_t high = higher(higher(lower(a0[i], b0[i]), lower(a1[i], b1[i])), higher(lower(a2[i], b2[i]), lower(a3[i], b3[i])));
    const uint16_t low = lower(lower(higher(a0[i], b0[i]), higher(a1[i], b1[i])), lower(higher(a2[i], b2[i]), higher(a3[i], b3[i])));
    const uint16_t span = above(high, low);
    const uint16_t over = above(above(in[i], high), static_cast<uint16_t>(floor + portion(above(high, black), share)));
    const uint16_t under = above(above(low, in[i]), static_cast<uint16_t>(floor + portion(above(low, black), share)));
    out[i] = static_cast<uint16_t>((over > span ? 1 : 0) | (under > span ? 2 : 0));
  }
}

class Search {
 public:
  explicit Search(const RawDefectsArgs& args) : a_(args), marks_(size_t(args.width) + kBlock), like_steps_(size_t(args.cell_width) * args.cell_height) {
    for (size_t i = 0; i < like_steps_.size() * a_.like_count; i++) {
      const ptrdiff_t step = offset(a_.likes.data + i * 2);
      if (step != 0) like_steps_[i / a_.like_count].push_back(step);
    }
    for (int i = 0; i < kPairs; i++) pair_steps_[i] = offset(a_.pairs.data + i * 2);
  }

  void row(int y) {
    float* found = a_.found.data + size_t(y) * a_.slots;
    int count = 0;
    if (y >= a_.reach_y && y < a_.height - a_.reach_y && a_.width > 2 * a_.reach_x) {
      const int begin = a_.reach_x, end = a_.width - a_.reach_x;
      const uint16_t* in = a_.source.data + size_t(y) * a_.width + begin;
      Pair pairs[kPairs];
      for (int i = 0; i < kPairs; i++) {
        pairs[i] = {in + pair_steps_[i], in - pair_steps_[i]};
      }
      scanRow(in, pairs, static_cast<uint16_t>(a_.black), static_cast<uint16_t>(a_.floor), static_cast<uint16_t>(a_.share),
              marks_.data(), end - begin);
      for (int x0 = begin; x0 < end; x0 += kBlock) {
        const int x1 = std::min(end, x0 + kBlock);
        if (!anyMark(x0 - begin)) continue;
        for (int x = x0; x < x1; x++) {
          const uint16_t mark = marks_[x - begin];
          if (mark == 0 || !isStuck(x, y, mark & 1 ? 1 : -1)) continue;
          count++;
          if (count < a_.slots) found[count] = float(x);
        }
      }
    }
    found[0] = float(count);
  }

 private:
  ptrdiff_t offset(const float* entry) const { return ptrdiff_t(entry[1]) * a_.width + ptrdiff_t(entry[0]); }

  bool anyMark(int begin) const {
    uint64_t word;
    std::memcpy(&word, marks_.data() + begin, sizeof word);
    return word != 0;
  }

  // Amount by which a site exceeds the limit that makes it a candidate: positive if brighter than its surroundings,
  // negative if darker, else 0.
  int excessOf(const uint16_t* at) const {
    uint16_t high = 0, low = 65535;
    for (const ptrdiff_t step : pair_steps_) {
      high = higher(high, lower(at[step], at[-step]));
      low = lower(low, higher(at[step], at[-step]));
    }
    const int span = above(high, low);
    const int over = *at - high - margin(high) - span, under = *at - low + margin(low) + span;
    return over > 0 ? over : under < 0 ? under : 0;
  }

  int margin(uint16_t level) const {
    return a_.floor + portion(above(level, static_cast<uint16_t>(a_.black)), static_cast<uint16_t>(a_.share));
  }

  // Whether a site differs by more than noise and its neighbours do not: a lens spreads every point of light, so that
  // neighbours would receive some of it.
  bool isStuck(int x, int y, int sign) const {
    const uint16_t* at = a_.source.data + size_t(y) * a_.width + x;
    const int place = (y % a_.cell_height) * a_.cell_width + x % a_.cell_width;
    const std::vector<ptrdiff_t>& steps = like_steps_[place];
    const int likes = int(steps.size());
    if (likes < 2 || !mayBeStuck(at, sign, steps)) return false;
    int values[kMaxLikes];
    const uint16_t* nearest = at + steps[0];
    for (int i = 0; i < likes; i++) {
      const uint16_t* like = at + steps[i];
      values[i] = *like;
      if (sign * (*like - *nearest) > 0) nearest = like;
    }
    std::sort(values, values + likes);
    const double fellow = kFellowShare * sign * excessOf(at);
    const bool pair = sign * excessOf(nearest) > fellow;
    const int rival = sign > 0 ? values[likes - (pair ? 2 : 1)] : values[pair ? 1 : 0];
    const int excess = sign * (*at - rival), span = values[likes - 2] - values[1];
    const double light = std::max(0.0, double(values[likes >> 1] - a_.black));
    const double sigma = std::max(std::sqrt(a_.noise_offset + a_.noise_scale * light), span / kSpanSigmas);
    if (excess <= kMinSigmas * sigma || excess <= kMinSpans * span) return false;
    const Probe probe = probeAdjacent(at, sign, place, fellow);
    const int others = probe.stuck + (pair ? 1 : 0);
    if (others > a_.fellows || (probe.clipped && excess < kBlackShare * light)) return false;
    if (others > 0 && (excess <= kPairCare * kMinSigmas * sigma || excess <= kPairCare * kMinSpans * span)) return false;
    return sign * probe.sum + a_.sure_sigmas * sigma * probe.gain <= kLensShare * excess;
  }

  // Quick test against the outermost likes, which rejects most candidates.
  bool mayBeStuck(const uint16_t* at, int sign, const std::vector<ptrdiff_t>& steps) const {
    int most = 0, second = 0, least = 65535, last_but_one = 65535;
    for (const ptrdiff_t step : steps) {
      const int v = at[step];
      second = std::max(second, std::min(most, v));
      most = std::max(most, v);
      last_but_one = std::min(last_but_one, std::max(least, v));
      least = std::min(least, v);
    }
    return (sign > 0 ? *at - second : last_but_one - *at) > kMinSpans * (second - last_but_one);
  }

  struct Probe {
    double sum, gain;
    int stuck;
    bool clipped;
  };

  // The excess of the neighbouring sites over those around them, and its standard deviation per standard deviation of
  // noise. A stuck neighbour is replaced by the site opposite.
  Probe probeAdjacent(const uint16_t* at, int sign, int place, double fellow) const {
    double sum = 0, squares = 0;
    int stuck = 0;
    bool clipped = false;
    for (int i = 0; i < a_.probe_length; i++) {
      const float* entry = a_.probes.data + (size_t(place) * a_.probe_length + i) * 3;
      const ptrdiff_t step = offset(entry);
      const bool stuck_too = i < a_.adjacent_count && sign * excessOf(at + step) > fellow;
      const uint16_t value = stuck_too ? at[-step] : at[step];
      const double weight = entry[2];
      if (stuck_too) stuck++;
      if (i < a_.adjacent_count && value >= a_.white) clipped = true;
      squares += weight * weight;
      sum += weight * value;
    }
    return {sum, std::sqrt(squares), stuck, clipped};
  }

  const RawDefectsArgs& a_;
  std::vector<uint16_t> marks_;
  std::vector<std::vector<ptrdiff_t>> like_steps_;
  ptrdiff_t pair_steps_[kPairs];
};

// Whether all offsets of a table are within `rows` and `columns`.
bool within(const View<float>& table, size_t count, int step, int columns, int rows) {
  if (table.length < count * step) return false;
  for (size_t i = 0; i < count; i++) {
    if (!(std::fabs(table.data[i * step]) <= columns && std::fabs(table.data[i * step + 1]) <= rows)) return false;
  }
  return true;
}

// Whether all offsets of the tables are within reach.
bool tablesFit(const RawDefectsArgs& a) {
  const size_t places = size_t(a.cell_width) * a.cell_height;
  if (!within(a.pairs, kPairs, 2, a.reach_x, a.reach_y) || !within(a.likes, places * a.like_count, 2, a.reach_x, a.reach_y) ||
      !within(a.probes, places * a.probe_length, 3, a.reach_x, a.reach_y))
    return false;
  // Likes and neighbouring sites are also compared with their own pairs.
  const auto room = [&](const float* entry) {
    for (int i = 0; i < kPairs; i++) {
      const float* step = a.pairs.data + i * 2;
      if (std::fabs(entry[0]) + std::fabs(step[0]) > a.reach_x || std::fabs(entry[1]) + std::fabs(step[1]) > a.reach_y) return false;
    }
    return true;
  };
  for (size_t i = 0; i < places * a.like_count; i++) {
    if (!room(a.likes.data + i * 2)) return false;
  }
  for (size_t i = 0; i < places * a.probe_length; i++) {
    if (int(i % a.probe_length) < a.adjacent_count && !room(a.probes.data + i * 3)) return false;
  }
  return true;
}

}  // namespace

// Finds photosites that are stuck bright or dark. Rows are the picture's; a row depends on reach_y rows above and
// below.
Status rawDefects(const RawDefectsArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (!tablesFit(args)) return Status::kBadArguments;
  Search search(args);
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    search.row(y);
  }
  return Status::kOk;
}

}  // namespace lightwell
