// Written by `npm run kernels` from src/kernels/declarations/copies/reduce-planes.ts.
#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

struct ReducePlanesArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  int width;
  int height;
  int planes;
};

Status reducePlanes(const ReducePlanesArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
