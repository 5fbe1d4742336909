// Written by `npm run kernels` from src/kernels/reference/check/cell-detail.ts.
#include "cell_detail.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, CellDetailArgs& args) {
  call.read("luma", args.luma);
  call.read("fine", args.fine);
  call.read("detail", args.detail);
  call.read("lumas", args.lumas);
  call.read("fines", args.fines);
  call.read("details", args.details);
  call.read("specks", args.specks);
  call.read("grains", args.grains);
  call.read("counts", args.counts);
  call.read("width", args.width);
  call.read("offset", args.offset);
  call.read("darkest", args.darkest);
  call.read("brightest", args.brightest);
  call.read("timesDetail", args.times_detail);
  call.read("plusDetail", args.plus_detail);
  call.read("flat", args.flat);
  call.read("leastGrain", args.least_grain);
  call.read("evenSpread", args.even_spread);
  call.read("grainSpread", args.grain_spread);
}

static bool fits(const CellDetailArgs& args, int row_end) {
  const int64_t lumas = args.lumas.size(), width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.luma, {width, row_end}) &&
         holds(args.fine, {width, row_end}) &&
         holds(args.detail, {width, row_end}) &&
         eachHolds(args.lumas, {width, row_end}) &&
         int64_t(args.fines.size()) == lumas &&
         eachHolds(args.fines, {width, row_end}) &&
         int64_t(args.details.size()) == lumas &&
         eachHolds(args.details, {width, row_end}) &&
         holds(args.specks, {width, row_end}) &&
         holds(args.grains, {width, row_end}) &&
         holds(args.counts, {row_end});
}

static napi_value callCellDetail(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<CellDetailArgs>(cellDetail);
}
LW_REGISTER(cellDetail, callCellDetail);

}  // namespace lightwell
