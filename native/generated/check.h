// Written by `npm run kernels` from src/kernels/declarations/check.ts.
#pragma once
#include <vector>

#include "../status.h"
#include "../view.h"
#include "constants.h"

namespace lightwell {

struct BlockLikenessArgs {
  View<uint16_t> copy;
  std::vector<View<uint16_t>> frames;
  int width;
  int height;
  int stride;
  View<double> weights;
  View<double> largest;
  View<double> likeness;
  double steadying;
};

Status blockLikeness(const BlockLikenessArgs& args, int row_begin, int row_end, CancelFlag cancel);

template <typename S>
struct BlockNoiseArgs {
  View<S> source;
  View<double> tones;
  View<double> deviations;
  int width;
  int height;
  int channels;
  int channel;
  int step;
  double max;
  double brightest;
};

template <typename S>
Status blockNoise(const BlockNoiseArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

struct BlockStructureArgs {
  View<uint16_t> copy;
  std::vector<View<uint16_t>> frames;
  int width;
  int height;
  int stride;
  View<double> facts;
  double telling_norm;
  double min_mean;
  double max_peak;
  double contradicting;
};

Status blockStructure(const BlockStructureArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct CellDetailArgs {
  View<float> luma;
  View<float> fine;
  View<float> detail;
  std::vector<View<float>> lumas;
  std::vector<View<float>> fines;
  std::vector<View<float>> details;
  View<float> specks;
  View<float> grains;
  View<int32_t> counts;
  int width;
  double offset;
  double darkest;
  double brightest;
  double times_detail;
  double plus_detail;
  double flat;
  double min_grain;
  double even_spread;
  double grain_spread;
};

Status cellDetail(const CellDetailArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct FarColoursArgs {
  View<float> lab;
  View<float> expected;
  std::vector<View<float>> labs;
  std::vector<View<float>> rgbs;
  std::vector<View<float>> lumas;
  View<float> distances;
  View<int32_t> far;
  View<int32_t> foreign;
  int width;
  double foreign_from;
  double min_ratio;
  double max_ratio;
  double darkest;
  double brightest;
};

Status farColours(const FarColoursArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct ReadTonesArgs {
  View<uint16_t> dark;
  View<uint16_t> bright;
  View<int32_t> samples;
  View<double> medians;
  View<int32_t> totals;
  View<double> clipping;
  int width;
  int height;
  int step;
  int bins;
  double calm;
  double clip_at;
  double near;
};

Status readTones(const ReadTonesArgs& args, int row_begin, int row_end, CancelFlag cancel);

template <typename S>
struct RoughRowsArgs {
  View<S> source;
  View<int32_t> found;
  int width;
  int height;
  int lag;
  int row_lag;
  int step;
  int stride;
  int far;
  int near;
};

template <typename S>
Status roughRows(const RoughRowsArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
