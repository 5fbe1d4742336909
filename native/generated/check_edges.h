// Written by `npm run kernels` from src/kernels/declarations/check-edges.ts.
#pragma once
#include <vector>

#include "../status.h"
#include "../view.h"
#include "constants.h"
#include "records.h"

namespace lightwell {

struct CountEdgesArgs {
  View<float> picture;
  View<float> plain;
  std::vector<View<float>> frames;
  View<int32_t> counts;
  int width;
  int height;
  bool down;
  int reach;
  double min_step;
  double shown_share;
  double ramp_share;
  int min_run;
};

Status countEdges(const CountEdgesArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct CountJumpsArgs {
  View<uint16_t> copy;
  std::vector<View<uint16_t>> frames;
  View<uint8_t> counts;
  int width;
  int height;
  int skip;
  double min_jump;
  double times_jump;
  double floor;
};

Status countJumps(const CountJumpsArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct CountStepsArgs {
  View<float> picture;
  std::vector<View<float>> frames;
  View<int32_t> reversed;
  View<int32_t> grown;
  int width;
  int height;
  int apart;
  double min_step;
  double plain_step;
  double grown_by;
  double grown_step;
};

Status countSteps(const CountStepsArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct EdgeDetailArgs {
  View<float> luma;
  View<float> rgb;
  View<float> fine;
  View<float> other_luma;
  View<float> other_rgb;
  View<float> other_fine;
  View<double> shares;
  View<double> other_shares;
  View<int32_t> counts;
  int width;
  int height;
  double min_step;
  double darkest;
  double brightest;
  double offset;
  double min_detail;
};

Status edgeDetail(const EdgeDetailArgs& args, int row_begin, int row_end, CancelFlag cancel);

template <typename S>
struct EdgeRingsArgs {
  View<S> source;
  View<float> lightness;
  View<float> edges;
  View<float> rings;
  int width;
  int height;
  int columns;
  double max;
};

template <typename S>
Status edgeRings(const EdgeRingsArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

template <typename S>
struct FindEdgesArgs {
  View<S> source;
  View<float> lightness;
  View<float> edges;
  int width;
  int height;
  int block_px;
  int spacing;
  double max;
  double min_slope;
  double min_step;
  double max_spread;
  double darkest;
  double brightest;
};

template <typename S>
Status findEdges(const FindEdgesArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
