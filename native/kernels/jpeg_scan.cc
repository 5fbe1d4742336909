#include "jpeg_scan.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "jpeg_block.h"

namespace lightwell {

namespace {

// Where the k-th coefficient of the zigzag sequence stands in a block's rows (T.81, figure A.6), and the other way round.
constexpr uint8_t kZigzag[kBlockSize] = {0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
                                         41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
                                         30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};
struct Places {
  uint8_t of[kBlockSize];
  constexpr Places() : of() {
    for (int k = 0; k < kBlockSize; k++) of[kZigzag[k]] = static_cast<uint8_t>(k);
  }
};
constexpr Places kPlaces;

LW_INLINE int32_t narrowed(uint8_t value) { return value; }
// round(x / 257) for every 16-bit x.
LW_INLINE int32_t narrowed(uint16_t value) { return static_cast<int32_t>((value * 255u + 32895u) >> 16); }

// JFIF 1.02 in libjpeg's integers: sums of 24 bits, which floats hold and multiply faster.
template <typename T>
LW_INLINE void convert(const T* __restrict rgb, int width, uint8_t* __restrict luma, uint8_t* __restrict cb, uint8_t* __restrict cr) {
  constexpr float kUnit = 1.0f / 65536.0f;
  for (int x = 0; x < width; x++) {
    const float r = static_cast<float>(narrowed(rgb[3 * x]));
    const float g = static_cast<float>(narrowed(rgb[3 * x + 1]));
    const float b = static_cast<float>(narrowed(rgb[3 * x + 2]));
    luma[x] = static_cast<uint8_t>(static_cast<int32_t>((19595.0f * r + 38470.0f * g + 7471.0f * b + 32768.0f) * kUnit));
    cb[x] = static_cast<uint8_t>(static_cast<int32_t>((32768.0f * b - 11059.0f * r - 21709.0f * g + 8421375.0f) * kUnit));
    cr[x] = static_cast<uint8_t>(static_cast<int32_t>((32768.0f * r - 27439.0f * g - 5329.0f * b + 8421375.0f) * kUnit));
  }
}

LW_CLONES void convert8(const uint8_t* rgb, int width, uint8_t* luma, uint8_t* cb, uint8_t* cr) { convert(rgb, width, luma, cb, cr); }
LW_CLONES void convert16(const uint16_t* rgb, int width, uint8_t* luma, uint8_t* cb, uint8_t* cr) { convert(rgb, width, luma, cb, cr); }

// Means of 2 x 2; halves are rounded up and down in turn.
LW_CLONES void halve(const uint8_t* __restrict above, const uint8_t* __restrict below, int width, uint8_t* __restrict out) {
  for (int x = 0; x < width; x++) {
    out[x] = static_cast<uint8_t>((above[2 * x] + above[2 * x + 1] + below[2 * x] + below[2 * x + 1] + 1 + (x & 1)) >> 2);
  }
}

// Y, Cb and Cr of one row of MCUs; beyond the picture its last column and row go on.
class Planes {
 public:
  explicit Planes(const JpegScanArgs& args)
      : args_(args), side_(args.halved ? 2 : 1), width_((args.width + 8 * side_ - 1) / (8 * side_) * 8 * side_) {
    luma_.resize(size_t(width_) * 8 * side_);
    for (int c = 0; c < 2; c++) {
      chroma_[c].resize(size_t(width_) / side_ * 8);
      for (int y = 0; y < 2; y++) full_[c][y].resize(width_);
    }
  }

  void fill(int row) {
    const int top = row * 8 * side_;
    luma_height_ = std::min(8 * side_, (args_.height - top + 7) / 8 * 8);
    for (int y = 0; y < 8; y++) {
      uint8_t* out[2] = {chroma_[0].data() + size_t(y) * chromaWidth(), chroma_[1].data() + size_t(y) * chromaWidth()};
      const bool inside = top + y * side_ < args_.height;
      for (int i = 0; i < side_; i++) {
        uint8_t* luma = luma_.data() + size_t(y * side_ + i) * width_;
        uint8_t* chroma[2] = {args_.halved ? full_[0][i].data() : out[0], args_.halved ? full_[1][i].data() : out[1]};
        convertRow(std::min(args_.height - 1, top + y * side_ + i), luma, chroma[0], chroma[1]);
      }
      for (int c = 0; args_.halved && c < 2; c++) {
        if (inside) {
          halve(full_[c][0].data(), full_[c][1].data(), chromaWidth(), out[c]);
        } else {
          std::memcpy(out[c], out[c] - chromaWidth(), chromaWidth());
        }
      }
    }
  }

  int lumaWidth() const { return width_; }
  int lumaHeight() const { return luma_height_; }
  int chromaWidth() const { return width_ / side_; }
  const uint8_t* luma() const { return luma_.data(); }
  const uint8_t* chroma(int c) const { return chroma_[c].data(); }

 private:
  void convertRow(int y, uint8_t* luma, uint8_t* cb, uint8_t* cr) {
    const size_t at = size_t(y) * args_.width * 3;
    if (args_.source8.data) {
      convert8(args_.source8.data + at, args_.width, luma, cb, cr);
    } else {
      convert16(args_.source16.data + at, args_.width, luma, cb, cr);
    }
    for (uint8_t* plane : {luma, cb, cr}) std::memset(plane + args_.width, plane[args_.width - 1], width_ - args_.width);
  }

  const JpegScanArgs& args_;
  const int side_, width_;
  int luma_height_ = 0;
  std::vector<uint8_t> luma_, chroma_[2], full_[2][2];
};

// Bits, the highest first; a 0 follows each byte of ones (T.81, F.1.2.3). Beyond `room` bytes are counted only.
class BitWriter {
 public:
  BitWriter(uint8_t* target, size_t room) : target_(target), room_(room) {}

  LW_INLINE void put(uint32_t bits, int length) {
    pending_ = (pending_ << length) | bits;
    count_ += length;
    if (count_ >= 32) flush();
  }

  size_t end() {
    const int fill = (8 - count_ % 8) % 8;
    put((1u << fill) - 1, fill);
    for (; count_ >= 8; count_ -= 8) putByte(static_cast<uint8_t>(pending_ >> (count_ - 8)));
    return bytes_;
  }

 private:
  LW_INLINE void flush() {
    count_ -= 32;
    const uint32_t four = static_cast<uint32_t>(pending_ >> count_);
    // A byte of ones has its highest bit set and carries into it when 1 is added.
    if (bytes_ + 4 <= room_ && !(four & ~(four + 0x01010101u) & 0x80808080u)) {
      for (int i = 0; i < 4; i++) target_[bytes_ + i] = static_cast<uint8_t>(four >> (24 - 8 * i));
      bytes_ += 4;
    } else {
      for (int i = 0; i < 4; i++) putByte(static_cast<uint8_t>(four >> (24 - 8 * i)));
    }
  }
  void putByte(uint8_t byte) {
    store(byte);
    if (byte == 0xff) store(0);
  }
  void store(uint8_t byte) {
    if (bytes_ < room_) target_[bytes_] = byte;
    bytes_++;
  }

  uint8_t* target_;
  size_t room_, bytes_ = 0;
  uint64_t pending_ = 0;
  int count_ = 0;
};

LW_INLINE int bitLength(uint32_t value) {
#if defined(__GNUC__)
  return 32 - __builtin_clz(value | 1) - (value == 0);
#else
  int length = 0;
  for (; value; value >>= 1) length++;
  return length;
#endif
}

LW_INLINE int lowestBit(uint64_t value) {
#if defined(__GNUC__)
  return __builtin_ctzll(value);
#else
  int at = 0;
  for (; !(value & 1); value >>= 1) at++;
  return at;
#endif
}

// Bit i is set where value i is not 0.
LW_INLINE uint64_t nonZeros(const int16_t* values) {
  uint8_t flags[kBlockSize];
  for (int i = 0; i < kBlockSize; i++) flags[i] = values[i] != 0;
  uint64_t mask = 0;
  for (int y = 0; y < 8; y++) {
    uint64_t eight = 0;
    for (int x = 0; x < 8; x++) eight |= uint64_t(flags[y * 8 + x]) << (8 * x);
    mask |= ((eight * 0x0102040810204080u) >> 56) << (8 * y);
  }
  return mask;
}

// Codes and lengths of one component's symbols.
struct Codes {
  const uint16_t* codes;
  const uint8_t* lengths;

  LW_INLINE void put(BitWriter& bits, int symbol) const { bits.put(codes[symbol], lengths[symbol]); }
  // The symbol's code and, behind it, the value's lowest bits (T.81, F.1.2.1).
  LW_INLINE void putValue(BitWriter& bits, int run, int value) const {
    const int size = bitLength(static_cast<uint32_t>(value < 0 ? -value : value));
    const int symbol = run * 16 + size;
    const uint32_t low = static_cast<uint32_t>(value < 0 ? value - 1 : value) & ((1u << size) - 1);
    bits.put(static_cast<uint32_t>(codes[symbol]) << size | low, lengths[symbol] + size);
  }
};

LW_CLONES void codeBlock(BitWriter& bits, const Codes& dc, const Codes& ac, const int16_t* block, int last_dc) {
  dc.putValue(bits, 0, block[0] - last_dc);
  // Few coefficients are not 0: turning their places takes less than turning the block.
  uint64_t in_zigzag = 0;
  for (uint64_t mask = nonZeros(block) & ~uint64_t(1); mask; mask &= mask - 1) in_zigzag |= uint64_t(1) << kPlaces.of[lowestBit(mask)];
  int before = 0;
  for (; in_zigzag; in_zigzag &= in_zigzag - 1) {
    const int k = lowestBit(in_zigzag);
    int run = k - before - 1;
    for (; run > 15; run -= 16) ac.put(bits, 0xf0);
    ac.putValue(bits, run, block[kZigzag[k]]);
    before = k;
  }
  if (before < kBlockSize - 1) ac.put(bits, 0);
}

// One component of a row of MCUs.
struct Component {
  const uint8_t* samples;
  int width, height, blocks_across;
  Quantiser quantiser;
  Codes dc, ac;
  int last_dc = 0;

  // A block without a pixel of the picture repeats the last one's mean.
  void code(BitWriter& bits, int x, int y) {
    alignas(32) int16_t block[kBlockSize];
    if (x < blocks_across && y * 8 < height) {
      transformBlock(samples + size_t(y) * 8 * width + size_t(x) * 8, width, quantiser, block);
    } else {
      std::memset(block, 0, sizeof block);
      block[0] = static_cast<int16_t>(last_dc);
    }
    codeBlock(bits, dc, ac, block, last_dc);
    last_dc = block[0];
  }
};

Component makeComponent(const JpegScanArgs& args, const Planes& planes, int c) {
  const int table = c == 0 ? 0 : 1, unit = args.halved && table ? 16 : 8;
  const auto codes = [&](int kind) {
    const int at = (table * 2 + kind) * 256;
    return Codes{args.codes.data + at, args.lengths.data + at};
  };
  return {c == 0 ? planes.luma() : planes.chroma(c - 1),
          c == 0 ? planes.lumaWidth() : planes.chromaWidth(),
          c == 0 ? planes.lumaHeight() : 8,
          (args.width + unit - 1) / unit,
          makeQuantiser(args.quantisers.data + table * kBlockSize),
          codes(0),
          codes(1)};
}

bool argumentsFit(const JpegScanArgs& args, int row_begin, int row_end) {
  if (args.width < 1 || args.height < 1 || row_begin < 0 || args.slot_bytes < 1) return false;
  const int side = args.halved ? 16 : 8;
  if (row_end > (args.height + side - 1) / side) return false;
  const size_t samples = size_t(args.width) * args.height * 3;
  if ((args.source8.data ? args.source8.length : args.source16.length) < samples) return false;
  if (args.quantisers.length < 128 || args.codes.length < 1024 || args.lengths.length < 1024) return false;
  for (int i = 0; i < 128; i++) {
    if (args.quantisers.data[i] == 0) return false;
  }
  const size_t rows = row_end > 0 ? row_end : 0;
  return args.target.length >= rows * args.slot_bytes && args.sizes.length >= rows;
}

}  // namespace

Status jpegScan(const JpegScanArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  if (!argumentsFit(args, row_begin, row_end)) return Status::kBadArguments;
  Planes planes(args);
  const int side = args.halved ? 2 : 1;
  for (int row = row_begin; row < row_end; row++) {
    if (cancel.raised()) return Status::kCancelled;
    planes.fill(row);
    Component parts[3] = {makeComponent(args, planes, 0), makeComponent(args, planes, 1), makeComponent(args, planes, 2)};
    BitWriter bits(args.target.data + size_t(row) * args.slot_bytes, args.slot_bytes);
    for (int mcu = 0; mcu < planes.lumaWidth() / (8 * side); mcu++) {
      for (int i = 0; i < side * side; i++) parts[0].code(bits, mcu * side + i % side, i / side);
      parts[1].code(bits, mcu, 0);
      parts[2].code(bits, mcu, 0);
    }
    args.sizes.data[row] = static_cast<int32_t>(bits.end());
  }
  return Status::kOk;
}

}  // namespace lightwell
