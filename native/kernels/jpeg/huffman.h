#pragma once
#include <cstdint>

#include "../../view.h"

namespace lightwell {

// A Huffman code (T.81, annex C): its number of bits and its symbol. The length is 0 if there is no code.
struct HuffmanCode {
  uint8_t length, value;
};

// Finds the code at the top of `bits`. `counts`: number of codes of each length from 1 to 16; `symbols`: their symbols.
inline HuffmanCode findCode(const uint8_t* counts, const uint8_t* symbols, uint64_t bits) {
  uint32_t first = 0;
  int before = 0;
  for (int length = 1; length <= 16; length++) {
    const uint32_t offset = static_cast<uint32_t>(bits >> (64 - length)) - first;
    const int count = counts[length - 1];
    if (offset < static_cast<uint32_t>(count)) return {static_cast<uint8_t>(length), symbols[before + offset]};
    before += count;
    first = (first + count) << 1;
  }
  return {0, 0};
}

// Decodes the difference in `size` bits, 1 to 15 (T.81, F.2.2.1).
LW_INLINE int32_t extendDifference(uint32_t bits, unsigned size) {
  const int32_t value = static_cast<int32_t>(bits);
  return value < (1 << (size - 1)) ? value + 1 - (1 << size) : value;
}

}  // namespace lightwell
