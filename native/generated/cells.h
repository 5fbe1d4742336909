// Written by `npm run kernels` from src/kernels/declarations/cells.ts.
#pragma once
#include "../status.h"
#include "../view.h"
#include "constants.h"

namespace lightwell {

struct CellColoursArgs {
  View<uint16_t> copy;
  View<uint16_t> target;
  int width;
};

Status cellColours(const CellColoursArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct CellLumaArgs {
  View<uint16_t> copy;
  View<float> target;
  int width;
};

Status cellLuma(const CellLumaArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct CoarsenCellsArgs {
  View<uint16_t> copy;
  View<uint16_t> target;
  View<float> spreads;
  int width;
  int height;
  int factor;
};

Status coarsenCells(const CoarsenCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct ColouredCellsArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  int width;
};

Status colouredCells(const ColouredCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

template <typename S>
struct DeghostShrinkArgs {
  View<S> source;
  View<uint16_t> target;
  int width;
  int height;
  int factor;
};

template <typename S>
Status deghostShrink(const DeghostShrinkArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

struct DescribeCellsArgs {
  View<uint16_t> cells;
  View<float> spreads;
  View<float> rgb;
  View<float> luma;
  View<float> detail;
  View<float> fine;
  int width;
  double per_sample;
  double offset;
};

Status describeCells(const DescribeCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct GreenCellsArgs {
  View<uint16_t> copy;
  View<uint16_t> target;
  View<uint8_t> clipped;
  int width;
  int height;
  double clip_at;
};

Status greenCells(const GreenCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct LabCellsArgs {
  View<float> rgb;
  View<float> lab;
  View<float> light;
  View<float> lobe;
  int width;
};

Status labCells(const LabCellsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
