#include "../../generated/develop.h"

#include <algorithm>

#include "display_color.h"

namespace lightwell {

namespace {

// Side of the blocks in which a turned picture is processed, so that a cached source line serves many target pixels.
constexpr int kBlock = 32;

LW_CLONES void splitRun(const uint16_t* __restrict source, int count, LightRun& __restrict out) {
  for (int i = 0; i < count; i++) {
    out.r[i] = static_cast<float>(source[3 * i]);
    out.g[i] = static_cast<float>(source[3 * i + 1]);
    out.b[i] = static_cast<float>(source[3 * i + 2]);
  }
}

LW_CLONES void joinRun(const LightRun& __restrict in, int count, uint16_t* __restrict target) {
  for (int i = 0; i < count; i++) {
    target[3 * i] = static_cast<uint16_t>(static_cast<int32_t>(in.r[i]));
    target[3 * i + 1] = static_cast<uint16_t>(static_cast<int32_t>(in.g[i] + 0.5f));
    target[3 * i + 2] = static_cast<uint16_t>(static_cast<int32_t>(in.b[i]));
  }
}

// Develops `count` pixels of the target from (x, y) on.
void developRun(const DevelopColorArgs& args, int x, int y, int count) {
  LightRun light, toned;
  const int64_t at = args.start + x * args.step_x + y * args.step_y;
  if (args.step_x == 1) {
    splitRun(args.source.data + at * 3, count, light);
  } else {
    for (int i = 0; i < count; i++) {
      const uint16_t* in = args.source.data + (at + i * args.step_x) * 3;
      light.r[i] = in[0];
      light.g[i] = in[1];
      light.b[i] = in[2];
    }
  }
  displayColours(light, count, {args.matrix.data, args.clip.data, args.curve.data}, toned);
  joinRun(toned, count, args.target.data + (size_t(y) * args.width + x) * 3);
}

}  // namespace

// Linear camera RGB to display RGB: clipped channels are rebuilt from the others, then matrix and curve are applied;
// blues keep their hue. Rows are target rows.
Status developColor(const DevelopColorArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const auto pixels = int64_t(args.source.length / 3);
  if (!walkFits({args.start, args.step_x, args.step_y}, args.width, args.height, pixels)) return Status::kBadArguments;
  const bool along = args.step_x == 1 || args.step_x == -1;
  const int side = along ? 1 : kBlock, run = along ? kLightRun : kBlock;
  for (int y0 = row_begin; y0 < row_end; y0 += side) {
    if (cancel.raised()) return Status::kCancelled;
    for (int x = 0; x < args.width; x += run) {
      for (int y = y0; y < std::min(row_end, y0 + side); y++) developRun(args, x, y, std::min(run, args.width - x));
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
