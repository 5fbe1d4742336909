#pragma once
#include <cstddef>
#include <cstdint>

namespace lightwell {

// Sums over blocks of factor x factor samples, as averages are made of: first down whole rows, then along them.

// `rows` rows (at most 64) of `samples` samples, `stride` samples apart, added up column by column.
void sumRows(const uint8_t* first, size_t stride, int rows, int samples, uint16_t* sums);
void sumRows(const uint16_t* first, size_t stride, int rows, int samples, uint32_t* sums);

// Samples beyond the last one that sumBlocks may read, whatever they hold.
constexpr int kSumPadding = 4;

// Of interleaved rows of three channels: every `factor` columns added up, as three planes of `blocks` sums.
void sumBlocks(const uint16_t* sums, int blocks, int factor, int32_t* red, int32_t* green, int32_t* blue);
void sumBlocks(const uint32_t* sums, int blocks, int factor, int32_t* red, int32_t* green, int32_t* blue);

}  // namespace lightwell
