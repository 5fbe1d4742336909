#pragma once
#include <cstdint>

namespace lightwell {

constexpr int kBlockSize = 64;

// What quantiseBlock divides by: 8 times the table's values, row by row.
struct Quantiser {
  int32_t half[kBlockSize];
  float inverse[kBlockSize];
};

Quantiser makeQuantiser(const uint8_t* divisors);

// Eight rows of eight samples, `stride` apart, transformed and quantised, row by row.
void transformBlock(const uint8_t* samples, int stride, const Quantiser& quantiser, int16_t* block);

}  // namespace lightwell
