#pragma once
#include <cstdint>
#include <cstring>

#include "../../generated/jpeg.h"
#include "huffman.h"
#include "jpeg_scan.h"

namespace lightwell {

// A Huffman table of a lossless JPEG (T.81, annex C and table H.2). Short codes and their differences take a single
// look-up.
class LosslessTable {
 public:
  bool build(const uint8_t* bytes) {
    if (is_built_ && std::memcmp(bytes, bytes_, kHuffmanBytes) == 0) return true;
    is_built_ = false;
    std::memcpy(bytes_, bytes, kHuffmanBytes);
    std::memset(entries_, 0, sizeof entries_);
    uint32_t code = 0;
    int total = 0;
    for (int length = 1; length <= 16; length++, code <<= 1) {
      for (int i = 0; i < bytes_[length - 1]; i++, code++, total++) {
        if (total > kMaxSymbol || code >> length != 0 || bytes_[16 + total] > kMaxSymbol) return false;
        if (length <= kIndexBits) enter(code, length, bytes_[16 + total]);
      }
    }
    is_built_ = total > 0;
    return is_built_;
  }

  // Returns false if the code does not exist. Reads at most 31 bits of a refilled reader.
  LW_INLINE bool read(BitReader& reader, int32_t& difference) const {
    Entry entry = entries_[reader.bits >> (64 - kIndexBits)];
    if (entry.taken == 0) {
      const HuffmanCode code = findCode(bytes_, bytes_ + 16, reader.bits);
      if (code.length == 0) return false;
      entry = codeAlone(code.length, code.value);
    }
    reader.skip(entry.taken);
    difference = entry.difference;
    if (entry.more == 0) return true;
    difference = extendDifference(static_cast<uint32_t>(reader.bits >> (64 - entry.more)), entry.more);
    reader.skip(entry.more);
    return true;
  }

 private:
  static constexpr int kIndexBits = 13;
  static constexpr int kMaxSymbol = 16;

  // Entry for the next bits: number of bits read at once, the difference that they encode, and, if they are only a
  // code, the number of bits of its difference.
  struct Entry {
    int16_t difference;
    uint8_t taken;
    uint8_t more;
  };

  // The largest difference, -32,768, has no extra bits.
  static Entry codeAlone(int length, int symbol) {
    const bool is_widest = symbol == kMaxSymbol;
    return {static_cast<int16_t>(is_widest ? -32768 : 0), static_cast<uint8_t>(length), static_cast<uint8_t>(is_widest ? 0 : symbol)};
  }

  void enter(uint32_t code, int length, int symbol) {
    const int free = kIndexBits - length;
    for (uint32_t k = 0; k < 1u << free; k++) {
      Entry entry = codeAlone(length, symbol);
      if (entry.more > 0 && entry.more <= free) {
        entry.difference = static_cast<int16_t>(extendDifference(k >> (free - entry.more), entry.more));
        entry.taken = static_cast<uint8_t>(length + entry.more);
        entry.more = 0;
      }
      entries_[(code << free) + k] = entry;
    }
  }

  bool is_built_ = false;
  uint8_t bytes_[kHuffmanBytes];
  Entry entries_[1 << kIndexBits];
};

}  // namespace lightwell
