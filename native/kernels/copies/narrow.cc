#include "narrow.h"

namespace lightwell {

namespace {

// (255 x + 32895) >> 16 is round(x / 257) for every 16-bit x.
LW_CLONES void narrowRow(const uint16_t* source, uint8_t* target, int samples) {
  for (int i = 0; i < samples; i++) target[i] = static_cast<uint8_t>((source[i] * 255u + 32895u) >> 16);
}

}  // namespace

Status narrow(const NarrowArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (args.row_samples < 1 || row_begin < 0 || !holds(args.source, {args.row_samples, row_end}) ||
      !holds(args.target, {args.row_samples, row_end})) {
    return Status::kBadArguments;
  }
  const size_t row = args.row_samples;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    narrowRow(args.source.data + y * row, args.target.data + y * row, args.row_samples);
  }
  return Status::kOk;
}

}  // namespace lightwell
