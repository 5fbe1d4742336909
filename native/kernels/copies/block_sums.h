#pragma once
#include <cstddef>
#include <cstdint>

namespace lightwell {

// Sums over blocks of factor x factor samples, for averages: first down whole rows, then along them.

// Adds up `rows` rows (at most 64) of `samples` samples, `stride` samples apart, column by column.
void sumRows(const uint8_t* first, size_t stride, int rows, int samples, uint16_t* sums);
void sumRows(const uint16_t* first, size_t stride, int rows, int samples, uint32_t* sums);

// Number of readable samples that sumBlocks needs after the last one; their values are not used.
constexpr int kSumPadding = 4;

// Adds up every `factor` columns of interleaved rows of three channels, as three planes of `blocks` sums.
void sumBlocks(const uint16_t* sums, int blocks, int factor, int32_t* red, int32_t* green, int32_t* blue);
void sumBlocks(const uint32_t* sums, int blocks, int factor, int32_t* red, int32_t* green, int32_t* blue);

}  // namespace lightwell
