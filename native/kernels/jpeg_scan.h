#pragma once
#include "../status.h"
#include "../view.h"

namespace lightwell {

// The entropy-coded data of a baseline JPEG (ITU-T T.81, annex F.1), one restart interval a row of MCUs: rows are rows of MCUs, of 8 pixels,
// or 16 with halved chroma (4:2:0). Samples, transform and rounding are those of libjpeg. Source: display RGB, interleaved, 8 or 16
// bits (one of the two views is empty). Quantisers: 64 divisors of luma, then of chroma, row by row, 1 to 255. Codes and lengths by symbol, 256
// each: luma DC, luma AC, chroma DC, chroma AC. Row r's bytes begin at r * slot_bytes; what does not fit is left out, and sizes[r] says how
// many there are.
struct JpegScanArgs {
  View<uint8_t> source8;
  View<uint16_t> source16;
  int width, height, halved;
  View<uint8_t> quantisers;
  View<uint16_t> codes;
  View<uint8_t> lengths;
  View<uint8_t> target;
  int slot_bytes;
  View<int32_t> sizes;
};

Status jpegScan(const JpegScanArgs& args, int row_begin, int row_end, CancelFlag cancel);

}  // namespace lightwell
