// Written by `npm run kernels` from src/kernels/declarations/check/count-jumps.ts.
#pragma once
#include <vector>

#include "../../status.h"
#include "../../view.h"
#include "../constants.h"

namespace lightwell {

struct CountJumpsArgs {
  View<uint16_t> copy;
  std::vector<View<uint16_t>> frames;
  View<uint8_t> counts;
  int width;
  int height;
  int skip;
  double least_jump;
  double times_jump;
  double floor;
};

Status countJumps(const CountJumpsArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
