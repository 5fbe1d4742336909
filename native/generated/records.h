// Written by `npm run kernels` from the records of the declarations.
#pragma once

namespace lightwell {

// Numbers stored next to each other in a view: a struct of them, the index of each (`at_`), and their count.

template <typename T>
struct AlignSums {
  T xx, xy, yy, xr, yr, tt, ff, tf, count, rr;
  enum Place { at_xx, at_xy, at_yy, at_xr, at_yr, at_tt, at_ff, at_tf, at_count, at_rr, length };
};

template <typename T>
struct AlignTile {
  T x, y, width, height, template_at, frame_at, frame_x, frame_y, frame_width, frame_height;
  enum Place { at_x, at_y, at_width, at_height, at_template_at, at_frame_at, at_frame_x, at_frame_y, at_frame_width, at_frame_height, length };
};

template <typename T>
struct ChannelShift {
  T column, row, normal_x, normal_y, red, red_sure, blue, blue_sure;
  enum Place { at_column, at_row, at_normal_x, at_normal_y, at_red, at_red_sure, at_blue, at_blue_sure, length };
};

template <typename T>
struct FrameEdge {
  T column, row, across, step;
  enum Place { at_column, at_row, at_across, at_step, length };
};

template <typename T>
struct LosslessPiece {
  T start, end, rows, columns, components, bits, predictor, left, top, height, slices, slice_width, last_width, cell;
  enum Place { at_start, at_end, at_rows, at_columns, at_components, at_bits, at_predictor, at_left, at_top, at_height, at_slices, at_slice_width, at_last_width, at_cell, length };
};

template <typename T>
struct ToneCell {
  T slope, offset, red_gain, blue_gain, lift, neutral, veil, vividness;
  enum Place { at_slope, at_offset, at_red_gain, at_blue_gain, at_lift, at_neutral, at_veil, at_vividness, length };
};

template <typename T>
struct ToneNode {
  T dark_ratio, dark_bend, light_ratio, light_bend, chroma;
  enum Place { at_dark_ratio, at_dark_bend, at_light_ratio, at_light_bend, at_chroma, length };
};

}  // namespace lightwell
