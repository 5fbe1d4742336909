// Written by `npm run kernels` from src/kernels/declarations/raw.ts.
#pragma once
#include "../status.h"
#include "../view.h"
#include "constants.h"

namespace lightwell {

struct GainFieldArgs {
  View<uint16_t> data;
  View<float> grid;
  int width;
  int height;
  int samples;
  int top;
  int left;
  int bottom;
  int right;
  int row_pitch;
  int col_pitch;
  int plane;
  int planes;
  int points_v;
  int points_h;
  int map_planes;
  double step_x;
  double step_y;
  double origin_x;
  double origin_y;
  float pedestal;
};

Status gainField(const GainFieldArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct GreenRatiosArgs {
  View<uint16_t> source;
  View<uint8_t> greens;
  View<double> edges;
  View<int32_t> counts;
  int width;
  int height;
  int samples;
  int channel;
  int cell_width;
  int cell_height;
  int down;
  int stride;
  double black;
  double range;
  double least;
  double most;
  double floor;
};

Status greenRatios(const GreenRatiosArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct RawDefectsArgs {
  View<uint16_t> source;
  View<float> found;
  View<float> pairs;
  View<float> likes;
  View<float> probes;
  int width;
  int height;
  int cell_width;
  int cell_height;
  int reach_x;
  int reach_y;
  int like_count;
  int adjacent_count;
  int probe_length;
  int fellows;
  double sure_sigmas;
  int slots;
  int black;
  int white;
  int floor;
  int share;
  double noise_scale;
  double noise_offset;
};

Status rawDefects(const RawDefectsArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct RawDenoiseArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  int width;
  int height;
  float floor;
  float luma_reach;
  float chroma_reach;
  float luma_share;
};

Status rawDenoise(const RawDenoiseArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct RawLevelsArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  View<float> levels;
  View<float> scales;
  View<float> columns;
  View<float> rows;
  int width;
  int height;
  int samples;
  int cell_width;
  int cell_height;
  float pedestal;
};

Status rawLevels(const RawLevelsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
