#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

constexpr int kNoiseBlockPx = 20;

// Noise in squares of kNoiseBlockPx pixels, whose upper left corners lie `step` apart, of one channel of a picture (width x height x channels, 1 to 4; max is
// full scale): the mean absolute answer to a filter that sees neither slopes nor edges along an axis (Immerkaer 1996), of means of 2 x 2 pixels.
// tones, their means, and deviations in shares of full scale, floor((width - square) / step) + 1 a row; a square's deviation is -1 and its tone 0 where
// what it shows is cut off: over 1/16 of it black, or any of it `brightest` (a share of full scale) and more. Rows are rows of squares.
template <typename T>
struct BlockNoiseArgs {
  View<T> source;
  View<double> tones, deviations;
  int width, height, channels, channel, step;
  double max, brightest;
};

Status blockNoise(const BlockNoiseArgs<uint8_t>& args, int row_begin, int row_end, CancelFlag cancel);
Status blockNoise(const BlockNoiseArgs<uint16_t>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
