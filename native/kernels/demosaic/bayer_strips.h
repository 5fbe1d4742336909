#pragma once
#include "bayer_strip.h"

namespace lightwell {

// Input of the Bayer demosaic; see demosaic_bayer.cc.
struct BayerMosaic {
  View<uint16_t> source;
  View<float> black, scale;
  int width, height, red_x, red_y;
};

// Square roots of light along one row of a strip: half[c][p][i] is colour c at the strip's column 2 i + p. Valid only
// until the next row.
struct BayerRow {
  const float* half[3][2];
};

// Demosaics rows of the mosaic, strip by strip of columns. The strips' planes are allocated once and used for all
// strips.
class BayerStrips {
 public:
  explicit BayerStrips(const BayerMosaic& mosaic) : mosaic_(mosaic) {}

  // Calls row(y, BayerRow) for every y from y0 up to y1; columns x0 (even) up to x1, at most kStripWidth of them.
  template <class Row>
  void run(int x0, int x1, int y0, int y1, Row row) {
    begin(x0, x1, y0, y1);
    for (int y = 0; y < strip_.rows; y++) {
      step(x0, y0, y);
      if (y >= 2 * bayer::kBorder) row(y0 + y - 2 * bayer::kBorder, finish(y - bayer::kBorder));
    }
  }

 private:
  int colourParity(int y) const { return (y + row_parity_) % 2 == mosaic_.red_y ? mosaic_.red_x : 1 - mosaic_.red_x; }
  void begin(int x0, int x1, int y0, int y1);
  void step(int x0, int y0, int y);
  void load(int x0, int y0, int y);
  void copyMirrored(const uint16_t* in, int x0, uint16_t* out) const;
  BayerRow finish(int y);

  const BayerMosaic mosaic_;
  bayer::Strip strip_;
  float own_[bayer::kMaxWidth], other_[bayer::kMaxWidth];
  int row_parity_ = 0;
};

// Squares of roots between 0 and 1, in steps of 1/65535: first the even columns, then the odd ones.
void squareRow(const float* const half[2], int halves, int32_t* out);

// Interleaves two rows of integers below 65536, as 16 bits.
void zipRow(const int32_t* even, const int32_t* odd, int halves, uint16_t* out);

}  // namespace lightwell
