// Written by `npm run kernels` from src/kernels/declarations/copies.ts.
#pragma once
#include "../status.h"
#include "../view.h"

namespace lightwell {

template <typename S>
struct LumaCopiesArgs {
  View<S> source;
  View<uint16_t> fine;
  View<float> luma;
  View<float> peak;
  int width;
  int height;
  int factor;
  int coarsening;
};

template <typename S>
Status lumaCopies(const LumaCopiesArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

struct NarrowArgs {
  View<uint16_t> source;
  View<uint8_t> target;
  int row_samples;
};

Status narrow(const NarrowArgs& args, int row_begin, int row_end, CancelFlag cancel);

struct ReducePlanesArgs {
  View<uint16_t> source;
  View<uint16_t> target;
  int width;
  int height;
  int planes;
};

Status reducePlanes(const ReducePlanesArgs& args, int row_begin, int row_end, CancelFlag cancel);

template <typename S>
struct ShrinkArgs {
  View<S> source;
  View<float> target;
  int width;
  int height;
  int channels;
  int factor;
};

template <typename S>
Status shrink(const ShrinkArgs<S>& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
