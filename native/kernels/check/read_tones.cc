#include "../../generated/check.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../../generated/cells.h"

namespace lightwell {

namespace {

constexpr int kGreen = 1, kSpread = 4;
constexpr int kStepShift = 4;
static_assert(kToneSteps << kStepShift == 65536);

double toneOf(const uint16_t* cell, int sample) {
  if (sample != kMeanOfGreen) return cell[sample];
  const double green = cell[kGreen], spread = cell[kSpread];
  return std::sqrt(std::max(0.0, green * green - spread * spread));
}

struct Counts {
  // By bin of the brighter frame and step of the darker one.
  std::vector<uint32_t> tones;
  // By step of the darker frame: clipped samples minus the others, and all.
  std::vector<int32_t> balance, all;
};

void count(const ReadTonesArgs& args, int sample, Counts& counts, int32_t* totals) {
  const size_t cells = size_t(args.width) * args.height;
  for (size_t cell = 0; cell < cells; cell += args.step) {
    const uint16_t *dark = args.dark.data + cell * kCellSamples, *bright = args.bright.data + cell * kCellSamples;
    const double from = toneOf(dark, sample), to = toneOf(bright, sample);
    const int step = int(from) >> kStepShift;
    counts.balance[step] += to < args.clip_at ? -1 : 1;
    counts.all[step]++;
    if (dark[kSpread] > args.calm || bright[kSpread] > args.calm) continue;
    const int bin = int(to * args.bins) >> 16;
    counts.tones[size_t(bin) * kToneSteps + step]++;
    totals[bin]++;
  }
}

double medianOf(const uint32_t* counts, int32_t total) {
  double left = total / 2.0;
  int at = 0;
  while (left > counts[at]) left -= counts[at++];
  return (at + left / counts[at]) / kToneSteps;
}

int stepWithin(double step) { return step > 0 ? int(std::min<double>(step, kToneSteps)) : 0; }

void findClipping(const Counts& counts, double near, double* clipping) {
  int wrong = 0, least = 0, first = 0, last = 0;
  for (int step = 0; step < kToneSteps; step++) {
    wrong += counts.balance[step];
    if (wrong < least) {
      least = wrong;
      first = step + 1;
    }
    if (wrong == least) last = step + 1;
  }
  clipping[0] = -1;
  clipping[1] = 0;
  if (first == 0 || last == kToneSteps) return;
  const double middle = (first + last) / 2.0;
  const int end = stepWithin(std::ceil(middle * (1 + near)));
  for (int step = stepWithin(std::floor(middle * (1 - near))); step < end; step++) clipping[1] += counts.all[step];
  clipping[0] = middle / kToneSteps;
}

}  // namespace

// Tones that two frames share. Rows are lists of samples that count together.
Status readTones(const ReadTonesArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int bins = args.bins;
  Counts counts;
  for (int row = row_begin; row < row_end; row++) {
    if (cancel.raised()) return Status::kCancelled;
    counts.tones.assign(size_t(bins) * kToneSteps, 0);
    counts.balance.assign(kToneSteps, 0);
    counts.all.assign(kToneSteps, 0);
    int32_t* totals = args.totals.data + size_t(row) * bins;
    std::fill(totals, totals + bins, 0);
    for (int sample = 0; sample <= kMeanOfGreen; sample++) {
      if (args.samples.data[row] >> sample & 1) count(args, sample, counts, totals);
    }
    double* medians = args.medians.data + size_t(row) * bins;
    for (int bin = 0; bin < bins; bin++) {
      medians[bin] = totals[bin] == 0 ? 0 : medianOf(&counts.tones[size_t(bin) * kToneSteps], totals[bin]);
    }
    findClipping(counts, args.near, args.clipping.data + size_t(row) * 2);
  }
  return Status::kOk;
}

}  // namespace lightwell
