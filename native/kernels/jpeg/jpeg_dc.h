#pragma once
#include "../../status.h"
#include "../../view.h"

namespace lightwell {

// A baseline JPEG (ITU-T T.81, sequential Huffman, 8 bits, Y Cb Cr in one scan, Cb and Cr with one block an MCU) at an eighth of its size:
// every pixel is the mean of a block, which its DC coefficient tells. AC coefficients are stepped over, several by one look-up, and never
// decoded. `scan` begins after the SOS header and reaches to the end of the file. `tables`: DC and AC table of the luminance, then of
// Cb, then of Cr, 272 bytes each: 16 counts of codes by length, 256 symbols. `quants`: quantizer of the DC coefficient of each component.
// Luminance has `across` x `down` blocks an MCU, 1 or 2 each. A restart marker stands after every `restart_interval` MCUs, 0 for none.
// `target`: interleaved RGB of width / 8 x height / 8, both rounded down and at least 1: blocks that the picture only begins are left out.
// kBadArguments for lengths that do not match, and for any data that is not exactly such a scan followed by EOI: the library that decodes all
// kinds of JPEG has the word then, and target holds nothing of use.
struct JpegDcArgs {
  View<uint8_t> scan, tables;
  View<int32_t> quants;
  int width, height, across, down, restart_interval;
  View<uint8_t> target;
};

Status jpegDc(const JpegDcArgs& args, CancelFlag cancel);

}  // namespace lightwell
