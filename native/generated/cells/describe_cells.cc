// Written by `npm run kernels` from src/kernels/reference/cells/describe-cells.ts.
#include "describe_cells.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, DescribeCellsArgs& args) {
  call.read("cells", args.cells);
  call.read("spreads", args.spreads);
  call.read("rgb", args.rgb);
  call.read("luma", args.luma);
  call.read("detail", args.detail);
  call.read("fine", args.fine);
  call.read("width", args.width);
  call.read("perSample", args.per_sample);
  call.read("offset", args.offset);
}

static bool fits(const DescribeCellsArgs& args, int row_end) {
  const int64_t width = args.width;
  return areSizes(width) &&
         row_end <= kMostSize &&
         holds(args.cells, {width, row_end, 6}) &&
         holds(args.spreads, {width, row_end}) &&
         holds(args.rgb, {width, row_end, 3}) &&
         holds(args.luma, {width, row_end}) &&
         holds(args.detail, {width, row_end}) &&
         holds(args.fine, {width, row_end});
}

static napi_value callDescribeCells(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<DescribeCellsArgs>(describeCells);
}
LW_REGISTER(describeCells, callDescribeCells);

}  // namespace lightwell
