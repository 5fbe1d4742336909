#include "../../generated/copies.h"

namespace lightwell {

namespace {

// (255 x + 32895) >> 16 is round(x / 257) for every 16-bit x.
LW_CLONES void narrowRow(const uint16_t* source, uint8_t* target, int samples) {
  for (int i = 0; i < samples; i++) target[i] = static_cast<uint8_t>((source[i] * 255u + 32895u) >> 16);
}

}  // namespace

// Converts 16 bits to 8: round(x * 255 / 65535).
Status narrow(const NarrowArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const size_t row = args.row_samples;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    narrowRow(args.source.data + y * row, args.target.data + y * row, args.row_samples);
  }
  return Status::kOk;
}

}  // namespace lightwell
