#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../view.h"

namespace lightwell {

// Reads bits of a scan. The top `count` bits of `bits` are valid. `next` points into a buffer that must be readable
// eight bytes beyond every position that `next` reaches.
struct BitReader {
  uint64_t bits;
  unsigned count;
  const uint8_t* next;

  // Makes at least 56 bits valid. Bits read beyond `count` are read again with the same values.
  LW_INLINE void refill() {
    uint64_t word = 0;
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    std::memcpy(&word, next, sizeof word);
    word = __builtin_bswap64(word);
#else
    for (int i = 0; i < 8; i++) word = word << 8 | next[i];
#endif
    bits |= word >> count;
    next += (63 - count) >> 3;
    count |= 56;
  }

  LW_INLINE void skip(unsigned length) {
    bits <<= length;
    count -= length;
  }
};

// Entropy-coded data (T.81, B.1.1.5) without its stuffing, piece by piece, so that readers need not check each byte.
class ScanSource {
 public:
  void open(const uint8_t* data, size_t length) {
    from_ = data;
    end_ = data + length;
  }

  // Call before the first MCU of the scan or of a restart interval.
  void begin(BitReader& reader) {
    is_last_ = false;
    limit_ = buffer_;
    reader = {0, 0, buffer_};
    fill(reader);
  }

  // Call before each MCU: makes its bits available, followed by zeros where the data ends. Returns false once more was
  // read than the data has.
  LW_INLINE bool provide(BitReader& reader) {
    if (limit_ - reader.next >= kReserve) return true;
    if (!is_last_) {
      fill(reader);
      return true;
    }
    return bitsLeft(reader) >= 0;
  }

  // Skips the marker RSTn, which must come next.
  bool passRestart(BitReader& reader, int n) {
    if (!isUsedUp(reader) || !isMarker(0xd0 + n)) return false;
    from_ += 2;
    begin(reader);
    return true;
  }

  bool endsWithPicture(BitReader& reader) { return isUsedUp(reader) && isMarker(0xd9); }

  // The same, but at most `bits` may be left before EOI and `padding` bytes after it.
  bool endsWithin(BitReader& reader, ptrdiff_t bits, ptrdiff_t padding) {
    if (!is_last_) fill(reader);
    const ptrdiff_t left = bitsLeft(reader);
    return is_last_ && left >= 0 && left <= bits && isMarker(0xd9) && end_ - from_ - 2 <= padding;
  }

 private:
  // Bytes of the largest MCU: six blocks of 64 symbols with 31 bits each. 256 lossless samples have as many bits each.
  static constexpr ptrdiff_t kReserve = 2048;
  static constexpr size_t kPiece = 32768;

  void fill(BitReader& reader) {
    const size_t left = limit_ - reader.next;
    std::memmove(buffer_, reader.next, left);
    reader.next = buffer_;
    uint8_t* out = buffer_ + left;
    uint8_t* const full = buffer_ + kPiece;
    while (out < full && !is_last_) {
      const size_t rest = end_ - from_, room = full - out;
      const size_t wanted = rest < room ? rest : room;
      const void* found = wanted == 0 ? nullptr : std::memchr(from_, 0xff, wanted);
      const size_t plain = found ? static_cast<const uint8_t*>(found) - from_ : wanted;
      if (plain > 0) std::memcpy(out, from_, plain);
      out += plain;
      from_ += plain;
      if (from_ == end_) is_last_ = true;
      if (!found) continue;
      if (end_ - from_ >= 2 && from_[1] == 0) {
        *out++ = 0xff;
        from_ += 2;
      } else {
        is_last_ = true;
      }
    }
    limit_ = out;
    if (is_last_) std::memset(out, 0, kPadding);
  }

  ptrdiff_t bitsLeft(const BitReader& reader) const { return 8 * (limit_ - reader.next) + static_cast<ptrdiff_t>(reader.count); }

  // Whether less than a byte is left, all ones (T.81, F.1.2.3) or, as a few writers leave it, zero.
  bool isUsedUp(BitReader& reader) {
    if (!is_last_) fill(reader);
    const ptrdiff_t left = bitsLeft(reader);
    if (!is_last_ || left < 0 || left >= 8) return false;
    if (left == 0) return true;
    reader.refill();
    const uint64_t rest = reader.bits >> (64 - left);
    return rest == 0 || rest == (uint64_t{1} << left) - 1;
  }

  bool isMarker(int code) const { return end_ - from_ >= 2 && from_[0] == 0xff && from_[1] == code; }

  // Bytes that may be read after the last byte of the data: one whole MCU and the rest of a refill.
  static constexpr size_t kPadding = kReserve + 512 + 16;
  const uint8_t* from_ = nullptr;
  const uint8_t* end_ = nullptr;
  const uint8_t* limit_ = nullptr;
  bool is_last_ = false;
  uint8_t buffer_[kPiece + kPadding];
};

}  // namespace lightwell
