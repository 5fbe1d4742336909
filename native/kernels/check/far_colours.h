#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// How far the chroma of a picture's cells (lab, CIELAB, interleaved, width cells a row) lies from that of the plain picture's at the picture's lightness, by
// which theirs is scaled from least_ratio to most_ratio: distances. far: cells of a row beyond foreign_from. foreign: those of them that lie as far from
// every frame (labs) that tells the colour: luma (lumas) over darkest, and no channel (rgbs) from brightest.
struct FarColoursArgs {
  View<float> lab, plain;
  std::vector<View<float>> labs, rgbs, lumas;
  View<float> distances;
  View<int32_t> far, foreign;
  int width;
  double foreign_from, least_ratio, most_ratio, darkest, brightest;
};

Status farColours(const FarColoursArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
