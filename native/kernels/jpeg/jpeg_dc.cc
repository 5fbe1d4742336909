#include "../../generated/jpeg.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "huffman.h"
#include "jpeg_scan.h"

namespace lightwell {

namespace {

constexpr int kComponents = 3;
constexpr int kBlockSize = 64;
constexpr size_t kTableBytes = 16 + 256;
// Maximum size of differences of 8-bit samples (T.81, table F.1). With it, at most 56 bits are read between two
// refills.
constexpr int kMaxDcSize = 11;
// Maximum DC coefficient. It is 1024 for a block that is all black or white (T.81, A.3.3), to within a step; encoders
// that overshoot at white against ringing add at most 31 levels.
constexpr int kMaxDc = 1024 + 8 * 31;

// Advances in an AC look-up are numbers of coefficients; kEnd marks the end of the block, kLong a code that is longer
// than the index.
constexpr int kEnd = 128;
constexpr int kLong = 256;

struct Symbol {
  uint8_t length, value;

  // A run of 15 without a coefficient skips 16 zeros; every other run without a coefficient ends the block, as in the
  // library.
  bool isEnd() const { return (value & 15) == 0 && value != 0xf0; }
};

// A Huffman table (T.81, annex C), looked up by the next kIndexBits bits.
struct Table {
  static constexpr int kIndexBits = 13;
  const uint8_t* counts;
  const uint8_t* symbols;
  Symbol single[1 << kIndexBits];
  // For AC tables: as many symbols as fit, as advance << 6 | number of bits of the symbols and their coefficients.
  uint16_t steps[1 << kIndexBits];

  bool build(const uint8_t* bytes, bool is_dc);
  Symbol find(uint64_t bits) const;

 private:
  void chain();
};

bool Table::build(const uint8_t* bytes, bool is_dc) {
  counts = bytes;
  symbols = bytes + 16;
  std::memset(single, 0, sizeof single);
  uint32_t code = 0;
  int total = 0;
  for (int length = 1; length <= 16; length++, code <<= 1) {
    for (int i = 0; i < counts[length - 1]; i++, code++, total++) {
      if (total >= 256 || code >> length != 0) return false;
      if (is_dc && symbols[total] > kMaxDcSize) return false;
      if (length > kIndexBits) continue;
      const uint32_t first = code << (kIndexBits - length), count = 1u << (kIndexBits - length);
      for (uint32_t k = 0; k < count; k++) single[first + k] = {static_cast<uint8_t>(length), symbols[total]};
    }
  }
  if (!is_dc) chain();
  return total > 0;
}

void Table::chain() {
  constexpr uint32_t mask = (1u << kIndexBits) - 1;
  for (uint32_t index = 0; index <= mask; index++) {
    int bits = 0, advance = 0;
    while (bits < kIndexBits) {
      const Symbol next = single[(index << bits) & mask];
      if (next.length == 0 || bits + next.length > kIndexBits) break;
      const int passed = next.isEnd() ? kEnd : (next.value >> 4) + 1;
      if (!next.isEnd() && advance + passed >= kBlockSize) break;
      // A coefficient can be skipped without its bits being in the index.
      bits += next.length + (next.value & 15);
      advance += passed;
      if (next.isEnd()) break;
    }
    steps[index] = static_cast<uint16_t>(advance == 0 ? kLong << 6 : advance << 6 | bits);
  }
}

// Finds the code at the top of `bits`, of any length; length 0 if there is none.
Symbol Table::find(uint64_t bits) const {
  const Symbol quick = single[bits >> (64 - kIndexBits)];
  if (quick.length != 0) return quick;
  const HuffmanCode code = findCode(counts, symbols, bits);
  return {code.length, code.value};
}

// Reads the difference of a DC coefficient (T.81, F.2.2.1). The reader must have been refilled.
LW_INLINE bool readDifference(const Table& table, BitReader& reader, int32_t& difference) {
  const Symbol symbol = table.find(reader.bits);
  if (symbol.length == 0) return false;
  reader.skip(symbol.length);
  difference = 0;
  if (symbol.value == 0) return true;
  difference = extendDifference(static_cast<uint32_t>(reader.bits >> (64 - symbol.value)), symbol.value);
  reader.skip(symbol.value);
  return true;
}

// Skips a block's AC coefficients (T.81, F.2.2.2). The reader must have at least 29 bits.
LW_INLINE bool skipCoefficients(const Table& table, BitReader& reader) {
  unsigned at = 1;
  for (;;) {
    BitReader before = reader;
    unsigned step = table.steps[reader.bits >> (64 - Table::kIndexBits)], was = at;
    reader.skip(step & 63);
    at += step >> 6;
    if (at < kBlockSize) {
      reader.refill();
      before = reader;
      was = at;
      step = table.steps[reader.bits >> (64 - Table::kIndexBits)];
      reader.skip(step & 63);
      at += step >> 6;
    }
    if (at < kBlockSize) continue;
    if (at == kBlockSize || (at >= kEnd && at < kEnd + kBlockSize)) return true;
    // A long code, or symbols of the next block read as part of this one: continue symbol by symbol.
    reader = before;
    reader.refill();
    const Symbol symbol = table.find(reader.bits);
    if (symbol.length == 0) return false;
    reader.skip(symbol.length + (symbol.value & 15));
    if (symbol.isEnd()) return true;
    at = was + (symbol.value >> 4) + 1;
    if (at > kBlockSize) return false;
    if (at == kBlockSize) return true;
    reader.refill();
  }
}

// State of one decoding, about 200 KB.
struct Decoder {
  Table dc[kComponents], ac[kComponents];
  ScanSource source;
  BitReader reader;
};

struct Planes {
  std::unique_ptr<uint8_t[]> data[kComponents];
  size_t width[kComponents], height[kComponents];
};

LW_INLINE uint8_t clampByte(int value) { return static_cast<uint8_t>(value < 0 ? 0 : value > 255 ? 255 : value); }

// Inverse DCT to one pixel: an eighth of the coefficient, rounded, above middle grey. Returns false for a coefficient
// that no picture has.
LW_INLINE bool findMean(int32_t prediction, int32_t quant, uint8_t& mean) {
  const int32_t coefficient = prediction * quant;
  mean = clampByte(((coefficient + 4) >> 3) + 128);
  return std::abs(coefficient) <= kMaxDc + quant;
}

Status decodePlanes(const JpegDcArgs& args, Decoder& d, Planes& planes, CancelFlag cancel) {
  const int columns = (args.width + 8 * args.across - 1) / (8 * args.across);
  const int rows = (args.height + 8 * args.down - 1) / (8 * args.down);
  int32_t predictions[kComponents] = {};
  int until_restart = args.restart_interval, restarts = 0;
  d.source.begin(d.reader);
  for (int row = 0; row < rows; row++) {
    if (cancel.raised()) return Status::kCancelled;
    for (int column = 0; column < columns; column++) {
      if (args.restart_interval > 0 && until_restart-- == 0) {
        if (!d.source.passRestart(d.reader, restarts++ & 7)) return Status::kBadArguments;
        std::fill(predictions, predictions + kComponents, 0);
        until_restart = args.restart_interval - 1;
      }
      if (!d.source.provide(d.reader)) return Status::kBadArguments;
      for (int c = 0; c < kComponents; c++) {
        const int across = c == 0 ? args.across : 1, down = c == 0 ? args.down : 1;
        for (int v = 0; v < down; v++) {
          uint8_t* out = planes.data[c].get() + (row * down + v) * planes.width[c] + column * across;
          for (int h = 0; h < across; h++) {
            int32_t difference;
            d.reader.refill();
            if (!readDifference(d.dc[c], d.reader, difference)) return Status::kBadArguments;
            predictions[c] += difference;
            if (!findMean(predictions[c], args.quants.data[c], out[h])) return Status::kBadArguments;
            if (!skipCoefficients(d.ac[c], d.reader)) return Status::kBadArguments;
          }
        }
      }
    }
  }
  return d.source.endsWithPicture(d.reader) ? Status::kOk : Status::kBadArguments;
}

// Doubles a row of a chroma plane; between two samples, the farther one has a weight of a quarter.
void spreadAcross(const uint16_t* from, size_t width, int across, uint16_t* to) {
  for (size_t x = 0; x < width; x++) {
    if (across == 1) {
      to[x] = 4 * from[x];
      continue;
    }
    to[2 * x] = 3 * from[x] + from[x == 0 ? 0 : x - 1];
    to[2 * x + 1] = 3 * from[x] + from[x + 1 == width ? x : x + 1];
  }
}

// Writes four times the chroma at one row of the picture, from one row (`down` 1) or a mixture of two (`down` 2).
void spreadDown(const uint8_t* plane, size_t width, size_t height, size_t y, int down, uint16_t* to) {
  const size_t near = down == 1 ? y : y / 2;
  const size_t beside = y % 2 == 0 ? (near == 0 ? 0 : near - 1) : (near + 1 == height ? near : near + 1);
  const uint8_t* a = plane + near * width;
  const uint8_t* b = plane + (down == 1 ? near : beside) * width;
  for (size_t x = 0; x < width; x++) to[x] = static_cast<uint16_t>(3 * a[x] + b[x]);
}

// Y Cb Cr to RGB (JFIF 1.02), in steps of 2^-16.
void toRgb(const JpegDcArgs& args, const Planes& planes, uint16_t* scratch) {
  const size_t width = args.width / 8, height = args.height / 8;
  const size_t spread = planes.width[0];
  uint16_t *narrow = scratch, *cb = scratch + spread, *cr = scratch + 2 * spread;
  for (size_t y = 0; y < height; y++) {
    for (int c = 1; c < kComponents; c++) {
      spreadDown(planes.data[c].get(), planes.width[c], planes.height[c], y, args.down, narrow);
      spreadAcross(narrow, planes.width[c], args.across, c == 1 ? cb : cr);
    }
    const uint8_t* luma = planes.data[0].get() + y * planes.width[0];
    uint8_t* out = args.target.data + y * width * 3;
    for (size_t x = 0; x < width; x++, out += 3) {
      // Chroma is scaled by 16.
      const int blue = cb[x] - 16 * 128, red = cr[x] - 16 * 128;
      const int level = (luma[x] << 20) + (1 << 19);
      out[0] = clampByte((level + 91881 * red) >> 20);
      out[1] = clampByte((level - 22554 * blue - 46802 * red) >> 20);
      out[2] = clampByte((level + 116130 * blue) >> 20);
    }
  }
}

}  // namespace

// Decodes a baseline JPEG at an eighth of its size: every pixel is the mean of a block, which its DC coefficient gives.
// AC coefficients are skipped, several by one look-up, and never decoded. Returns kBadArguments for lengths that do not
// match, and for any data that is not exactly such a scan of valid blocks followed by EOI. The content of target is
// then undefined, and the general JPEG library decodes the picture.
Status jpegDc(const JpegDcArgs& args, int, int, CancelFlag cancel) {
  // A block takes at least two bits: no memory is allocated for a picture that the data cannot contain.
  if (args.scan.length * 4 < size_t(args.width / 8) * (args.height / 8)) return Status::kBadArguments;
  const std::unique_ptr<Decoder> decoder(new (std::nothrow) Decoder);
  if (!decoder) return Status::kBadArguments;
  decoder->source.open(args.scan.data, args.scan.length);
  Planes planes;
  for (int c = 0; c < kComponents; c++) {
    const uint8_t* tables = args.tables.data + 2 * c * kTableBytes;
    if (args.quants.data[c] < 1 || args.quants.data[c] > 255) return Status::kBadArguments;
    if (!decoder->dc[c].build(tables, true) || !decoder->ac[c].build(tables + kTableBytes, false)) return Status::kBadArguments;
    planes.width[c] = static_cast<size_t>((args.width + 8 * args.across - 1) / (8 * args.across)) * (c == 0 ? args.across : 1);
    planes.height[c] = static_cast<size_t>((args.height + 8 * args.down - 1) / (8 * args.down)) * (c == 0 ? args.down : 1);
    planes.data[c].reset(new (std::nothrow) uint8_t[planes.width[c] * planes.height[c]]);
    if (!planes.data[c]) return Status::kBadArguments;
  }
  const std::unique_ptr<uint16_t[]> scratch(new (std::nothrow) uint16_t[3 * planes.width[0]]);
  if (!scratch) return Status::kBadArguments;
  const Status status = decodePlanes(args, *decoder, planes, cancel);
  if (status == Status::kOk) toRgb(args, planes, scratch.get());
  return status;
}

}  // namespace lightwell
