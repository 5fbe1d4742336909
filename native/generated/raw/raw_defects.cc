// Written by `npm run kernels` from src/kernels/reference/raw/raw-defects.ts.
#include "raw_defects.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, RawDefectsArgs& args) {
  call.read("source", args.source);
  call.read("found", args.found);
  call.read("pairs", args.pairs);
  call.read("likes", args.likes);
  call.read("probes", args.probes);
  call.read("width", args.width);
  call.read("height", args.height);
  call.read("cellWidth", args.cell_width);
  call.read("cellHeight", args.cell_height);
  call.read("reachX", args.reach_x);
  call.read("reachY", args.reach_y);
  call.read("likeCount", args.like_count);
  call.read("beside", args.beside);
  call.read("probeLength", args.probe_length);
  call.read("fellows", args.fellows);
  call.read("sureSigmas", args.sure_sigmas);
  call.read("slots", args.slots);
  call.read("black", args.black);
  call.read("white", args.white);
  call.read("floor", args.floor);
  call.read("share", args.share);
  call.read("noiseScale", args.noise_scale);
  call.read("noiseOffset", args.noise_offset);
}

static bool fits(const RawDefectsArgs& args, int row_end) {
  const int64_t width = args.width, height = args.height, cell_width = args.cell_width, cell_height = args.cell_height, reach_x = args.reach_x, reach_y = args.reach_y, like_count = args.like_count, beside = args.beside, probe_length = args.probe_length, fellows = args.fellows, slots = args.slots, black = args.black, floor = args.floor, share = args.share;
  return areSizes(width, height, cell_width, cell_height, reach_x, reach_y, probe_length, slots) &&
         cell_width <= 64 &&
         cell_height <= 64 &&
         reach_x <= 64 &&
         reach_y <= 64 &&
         like_count >= 3 &&
         like_count <= 32 &&
         beside >= 1 &&
         beside <= probe_length &&
         probe_length <= 256 &&
         fellows >= 0 &&
         fellows <= beside - 1 &&
         slots <= 4096 &&
         black >= 0 &&
         black <= 65535 &&
         floor >= 1 &&
         floor <= 65535 &&
         share >= 0 &&
         share <= 65535 - floor &&
         row_end <= height &&
         holds(args.source, {width, height}) &&
         holds(args.found, {height, slots});
}

static napi_value callRawDefects(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<RawDefectsArgs>(rawDefects);
}
LW_REGISTER(rawDefects, callRawDefects);

}  // namespace lightwell
