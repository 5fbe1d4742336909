#include "demosaic_bayer.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lightwell {

namespace {

// After the description of RCD (ratio corrected demosaicing, Sanz Rodriguez 2017), with a smooth choice of direction.
// Tiles whose eight planes stay in a second-level cache of 2 MB.
constexpr int kBorder = kDemosaicBayerBorder;
constexpr int kTileWidth = 256;
constexpr int kTileRows = 96;
constexpr int kMaxWidth = kTileWidth + 2 * kBorder;
constexpr int kMaxRows = kTileRows + 2 * kBorder;
constexpr float kEps = 1e-5f;
constexpr float kEpsSquared = 1e-10f;

// A row of a tile is kept as its even columns followed by its odd ones: then the sites of one colour, and all their neighbours at
// a given distance, are contiguous, and every step runs over vectors of one colour only.
struct Plane {
  std::vector<float> data;
  Plane() : data(size_t(kMaxWidth) * kMaxRows) {}
  float* row(int y) { return data.data() + size_t(y) * kMaxWidth; }
};

constexpr int kHalf = kMaxWidth / 2;

// Where the value dx columns beside the i-th site of parity P stands: neighbour<P, dx>(row)[i].
template <int P, int DX>
LW_INLINE const float* neighbour(const float* row) {
  constexpr int column = P + DX;
  constexpr int parity = column & 1;
  return row + parity * kHalf + (column - parity) / 2;
}

struct Tile {
  Plane cfa, vertical, horizontal, direction, lowpass, green, diagonal, opposite;
  int width, rows;  // with borders
};

LW_INLINE float square(float v) { return v * v; }

// High-pass of order 3 along a line: zero on the smooth, also where colours alternate.
LW_INLINE float highpass(float m3, float m2, float m1, float v, float p1, float p2, float p3) {
  return (m3 + p3) - (m1 + p1) - 3.0f * (m2 + p2) + 6.0f * v;
}

// Whichever of a site's own direction and its neighbours' mean is more decided (further from one half) counts more.
LW_INLINE float decide(float own, float around) {
  const float a = square(own - 0.5f), b = square(around - 0.5f);
  return (a * own + b * around + 0.5f * kEps) / (a + b + kEps);
}

// Estimates from two opposite sides, each weighted with the other side's gradient.
LW_INLINE float blendSides(float grad_a, float est_a, float grad_b, float est_b) {
  return (grad_a * est_b + grad_b * est_a) / (grad_a + grad_b);
}

// The range of half-row indices whose columns, of parity P, are at least `margin` inside the tile.
struct Range {
  int begin, end;
};
template <int P>
LW_INLINE Range inside(const Tile& t, int margin) {
  return {(margin + 1 - P) / 2, (t.width - margin + 1 - P) / 2};
}

template <int P>
LW_INLINE void cardinalHighpassOf(Tile& t, int y) {
  const float* r[7];
  for (int j = 0; j < 7; j++) r[j] = neighbour<P, 0>(t.cfa.row(y + j - 3));
  const float* c = t.cfa.row(y);
  const float *m3 = neighbour<P, -3>(c), *m2 = neighbour<P, -2>(c), *m1 = neighbour<P, -1>(c), *v = neighbour<P, 0>(c);
  const float *p1 = neighbour<P, 1>(c), *p2 = neighbour<P, 2>(c), *p3 = neighbour<P, 3>(c);
  float* __restrict out_v = t.vertical.row(y) + P * kHalf;
  float* __restrict out_h = t.horizontal.row(y) + P * kHalf;
  const Range range = inside<P>(t, 3);
  for (int i = range.begin; i < range.end; i++) {
    out_v[i] = square(highpass(r[0][i], r[1][i], r[2][i], r[3][i], r[4][i], r[5][i], r[6][i]));
    out_h[i] = square(highpass(m3[i], m2[i], m1[i], v[i], p1[i], p2[i], p3[i]));
  }
}
LW_CLONES void cardinalHighpass(Tile& t, int y) {
  cardinalHighpassOf<0>(t, y);
  cardinalHighpassOf<1>(t, y);
}

// 1 where the picture varies along the column, 0 where along the row.
template <int P>
LW_INLINE void cardinalDirectionOf(Tile& t, int y) {
  const float *up = t.vertical.row(y - 1) + P * kHalf, *mid = t.vertical.row(y) + P * kHalf, *down = t.vertical.row(y + 1) + P * kHalf;
  const float* h = t.horizontal.row(y);
  const float *left = neighbour<P, -1>(h), *own = neighbour<P, 0>(h), *right = neighbour<P, 1>(h);
  float* __restrict out = t.direction.row(y) + P * kHalf;
  const Range range = inside<P>(t, 4);
  for (int i = range.begin; i < range.end; i++) {
    const float v = std::max(kEpsSquared, up[i] + mid[i] + down[i]);
    const float hh = std::max(kEpsSquared, left[i] + own[i] + right[i]);
    out[i] = v / (v + hh);
  }
}
LW_CLONES void cardinalDirection(Tile& t, int y) {
  cardinalDirectionOf<0>(t, y);
  cardinalDirectionOf<1>(t, y);
}

// P is from here on the parity of the row's red or blue sites.
template <int P>
LW_INLINE void lowpassOf(Tile& t, int y) {
  const float *u = t.cfa.row(y - 1), *c = t.cfa.row(y), *d = t.cfa.row(y + 1);
  const float *v = neighbour<P, 0>(c), *l = neighbour<P, -1>(c), *r = neighbour<P, 1>(c);
  const float *n = neighbour<P, 0>(u), *nw = neighbour<P, -1>(u), *ne = neighbour<P, 1>(u);
  const float *s = neighbour<P, 0>(d), *sw = neighbour<P, -1>(d), *se = neighbour<P, 1>(d);
  float* __restrict out = t.lowpass.row(y) + P * kHalf;
  const Range range = inside<P>(t, 1);
  for (int i = range.begin; i < range.end; i++) {
    out[i] = v[i] + 0.5f * ((n[i] + s[i]) + (l[i] + r[i])) + 0.25f * ((nw[i] + ne[i]) + (sw[i] + se[i]));
  }
}
LW_CLONES void lowpass(Tile& t, int y, int parity) { parity ? lowpassOf<1>(t, y) : lowpassOf<0>(t, y); }

// Green at red and blue sites: the neighbouring green, scaled by how the low-pass grows towards the site.
template <int P>
LW_INLINE void greenAtColourOf(Tile& t, int y) {
  const float* rows[9];
  for (int j = 0; j < 9; j++) rows[j] = neighbour<P, 0>(t.cfa.row(y + j - 4));
  const float* c = t.cfa.row(y);
  const float *l4 = neighbour<P, -4>(c), *l3 = neighbour<P, -3>(c), *l2 = neighbour<P, -2>(c), *l1 = neighbour<P, -1>(c);
  const float *r1 = neighbour<P, 1>(c), *r2 = neighbour<P, 2>(c), *r3 = neighbour<P, 3>(c), *r4 = neighbour<P, 4>(c);
  const float *lp_n = neighbour<P, 0>(t.lowpass.row(y - 2)), *lp_s = neighbour<P, 0>(t.lowpass.row(y + 2));
  const float *lp_row = t.lowpass.row(y), *lp = neighbour<P, 0>(lp_row);
  const float *lp_w = neighbour<P, -2>(lp_row), *lp_e = neighbour<P, 2>(lp_row);
  const float *dir = neighbour<P, 0>(t.direction.row(y)), *du = t.direction.row(y - 1), *dd = t.direction.row(y + 1);
  const float *nw = neighbour<P, -1>(du), *ne = neighbour<P, 1>(du), *sw = neighbour<P, -1>(dd), *se = neighbour<P, 1>(dd);
  float* __restrict out = t.green.row(y) + P * kHalf;
  const Range range = inside<P>(t, 5);
  for (int i = range.begin; i < range.end; i++) {
    const float v = rows[4][i], n1 = rows[3][i], s1 = rows[5][i], w1 = l1[i], e1 = r1[i];
    const float ns = std::fabs(n1 - s1), we = std::fabs(w1 - e1);
    const float n_grad = kEps + ns + std::fabs(v - rows[2][i]) + std::fabs(n1 - rows[1][i]) + std::fabs(rows[2][i] - rows[0][i]);
    const float s_grad = kEps + ns + std::fabs(v - rows[6][i]) + std::fabs(s1 - rows[7][i]) + std::fabs(rows[6][i] - rows[8][i]);
    const float w_grad = kEps + we + std::fabs(v - l2[i]) + std::fabs(w1 - l3[i]) + std::fabs(l2[i] - l4[i]);
    const float e_grad = kEps + we + std::fabs(v - r2[i]) + std::fabs(e1 - r3[i]) + std::fabs(r2[i] - r4[i]);
    const float low = kEps + lp[i];
    const float n_est = n1 * (2.0f * low) / (low + lp_n[i]), s_est = s1 * (2.0f * low) / (low + lp_s[i]);
    const float w_est = w1 * (2.0f * low) / (low + lp_w[i]), e_est = e1 * (2.0f * low) / (low + lp_e[i]);
    const float v_est = blendSides(n_grad, n_est, s_grad, s_est), h_est = blendSides(w_grad, w_est, e_grad, e_est);
    const float share = decide(dir[i], 0.25f * ((nw[i] + ne[i]) + (sw[i] + se[i])));
    out[i] = std::min(2.0f, std::max(0.0f, share * h_est + (1.0f - share) * v_est));
  }
}
LW_CLONES void greenAtColour(Tile& t, int y, int parity) { parity ? greenAtColourOf<1>(t, y) : greenAtColourOf<0>(t, y); }

// Along both diagonals of red and blue sites: into `vertical` from north-west, into `horizontal` from north-east.
template <int P>
LW_INLINE void diagonalHighpassOf(Tile& t, int y) {
  const float *m3 = t.cfa.row(y - 3), *m2 = t.cfa.row(y - 2), *m1 = t.cfa.row(y - 1), *c = neighbour<P, 0>(t.cfa.row(y));
  const float *p1 = t.cfa.row(y + 1), *p2 = t.cfa.row(y + 2), *p3 = t.cfa.row(y + 3);
  const float *a0 = neighbour<P, -3>(m3), *a1 = neighbour<P, -2>(m2), *a2 = neighbour<P, -1>(m1);
  const float *a4 = neighbour<P, 1>(p1), *a5 = neighbour<P, 2>(p2), *a6 = neighbour<P, 3>(p3);
  const float *b0 = neighbour<P, 3>(m3), *b1 = neighbour<P, 2>(m2), *b2 = neighbour<P, 1>(m1);
  const float *b4 = neighbour<P, -1>(p1), *b5 = neighbour<P, -2>(p2), *b6 = neighbour<P, -3>(p3);
  float* __restrict out_a = t.vertical.row(y) + P * kHalf;
  float* __restrict out_b = t.horizontal.row(y) + P * kHalf;
  const Range range = inside<P>(t, 3);
  for (int i = range.begin; i < range.end; i++) {
    out_a[i] = square(highpass(a0[i], a1[i], a2[i], c[i], a4[i], a5[i], a6[i]));
    out_b[i] = square(highpass(b0[i], b1[i], b2[i], c[i], b4[i], b5[i], b6[i]));
  }
}
LW_CLONES void diagonalHighpass(Tile& t, int y, int parity) {
  parity ? diagonalHighpassOf<1>(t, y) : diagonalHighpassOf<0>(t, y);
}

template <int P>
LW_INLINE void diagonalDirectionOf(Tile& t, int y) {
  const float *au = neighbour<P, -1>(t.vertical.row(y - 1)), *ac = neighbour<P, 0>(t.vertical.row(y));
  const float* ad = neighbour<P, 1>(t.vertical.row(y + 1));
  const float *bu = neighbour<P, 1>(t.horizontal.row(y - 1)), *bc = neighbour<P, 0>(t.horizontal.row(y));
  const float* bd = neighbour<P, -1>(t.horizontal.row(y + 1));
  float* __restrict out = t.diagonal.row(y) + P * kHalf;
  const Range range = inside<P>(t, 4);
  for (int i = range.begin; i < range.end; i++) {
    const float a = std::max(kEpsSquared, au[i] + ac[i] + ad[i]);
    const float b = std::max(kEpsSquared, bu[i] + bc[i] + bd[i]);
    out[i] = a / (a + b);
  }
}
LW_CLONES void diagonalDirection(Tile& t, int y, int parity) {
  parity ? diagonalDirectionOf<1>(t, y) : diagonalDirectionOf<0>(t, y);
}

// Blue at red sites and red at blue ones: the colour difference to green, from the four diagonal neighbours.
template <int P>
LW_INLINE void oppositeAtColourOf(Tile& t, int y) {
  const float *cu3 = t.cfa.row(y - 3), *cu = t.cfa.row(y - 1), *cd = t.cfa.row(y + 1), *cd3 = t.cfa.row(y + 3);
  const float *gu2 = t.green.row(y - 2), *gu = t.green.row(y - 1), *gd = t.green.row(y + 1), *gd2 = t.green.row(y + 2);
  const float *nw = neighbour<P, -1>(cu), *ne = neighbour<P, 1>(cu), *sw = neighbour<P, -1>(cd), *se = neighbour<P, 1>(cd);
  const float *nw3 = neighbour<P, -3>(cu3), *ne3 = neighbour<P, 3>(cu3), *sw3 = neighbour<P, -3>(cd3), *se3 = neighbour<P, 3>(cd3);
  const float* g = neighbour<P, 0>(t.green.row(y));
  const float *gnw = neighbour<P, -1>(gu), *gne = neighbour<P, 1>(gu), *gsw = neighbour<P, -1>(gd), *gse = neighbour<P, 1>(gd);
  const float *gnw2 = neighbour<P, -2>(gu2), *gne2 = neighbour<P, 2>(gu2), *gsw2 = neighbour<P, -2>(gd2);
  const float* gse2 = neighbour<P, 2>(gd2);
  const float *dir = neighbour<P, 0>(t.diagonal.row(y)), *du = t.diagonal.row(y - 1), *dd = t.diagonal.row(y + 1);
  const float *dnw = neighbour<P, -1>(du), *dne = neighbour<P, 1>(du), *dsw = neighbour<P, -1>(dd), *dse = neighbour<P, 1>(dd);
  float* __restrict out = t.opposite.row(y) + P * kHalf;
  const Range range = inside<P>(t, 7);
  for (int i = range.begin; i < range.end; i++) {
    const float a = std::fabs(nw[i] - se[i]), b = std::fabs(ne[i] - sw[i]);
    const float nw_grad = kEps + a + std::fabs(nw[i] - nw3[i]) + std::fabs(g[i] - gnw2[i]);
    const float se_grad = kEps + a + std::fabs(se[i] - se3[i]) + std::fabs(g[i] - gse2[i]);
    const float ne_grad = kEps + b + std::fabs(ne[i] - ne3[i]) + std::fabs(g[i] - gne2[i]);
    const float sw_grad = kEps + b + std::fabs(sw[i] - sw3[i]) + std::fabs(g[i] - gsw2[i]);
    const float a_est = blendSides(nw_grad, nw[i] - gnw[i], se_grad, se[i] - gse[i]);
    const float b_est = blendSides(ne_grad, ne[i] - gne[i], sw_grad, sw[i] - gsw[i]);
    const float share = decide(dir[i], 0.25f * ((dnw[i] + dne[i]) + (dsw[i] + dse[i])));
    out[i] = std::max(0.0f, g[i] + share * b_est + (1.0f - share) * a_est);
  }
}
LW_CLONES void oppositeAtColour(Tile& t, int y, int parity) {
  parity ? oppositeAtColourOf<1>(t, y) : oppositeAtColourOf<0>(t, y);
}

// One colour at the green sites (parity P) of a row: `across` holds it at the red and blue sites of this row, `along` at
// those of the rows above and below.
template <int P>
LW_INLINE void colourAtGreenOf(Tile& t, Plane& across, Plane& along, float* out_row, int y) {
  const float* c = across.row(y);
  const float *w3 = neighbour<P, -3>(c), *w1 = neighbour<P, -1>(c), *e1 = neighbour<P, 1>(c), *e3 = neighbour<P, 3>(c);
  const float *n3 = neighbour<P, 0>(along.row(y - 3)), *n1 = neighbour<P, 0>(along.row(y - 1));
  const float *s1 = neighbour<P, 0>(along.row(y + 1)), *s3 = neighbour<P, 0>(along.row(y + 3));
  const float* gr = t.green.row(y);
  const float *g = neighbour<P, 0>(gr), *gw1 = neighbour<P, -1>(gr), *ge1 = neighbour<P, 1>(gr);
  const float *gw2 = neighbour<P, -2>(gr), *ge2 = neighbour<P, 2>(gr);
  const float *gn2 = neighbour<P, 0>(t.green.row(y - 2)), *gn1 = neighbour<P, 0>(t.green.row(y - 1));
  const float *gs1 = neighbour<P, 0>(t.green.row(y + 1)), *gs2 = neighbour<P, 0>(t.green.row(y + 2));
  const float *dir = neighbour<P, 0>(t.direction.row(y)), *du = t.direction.row(y - 1), *dd = t.direction.row(y + 1);
  const float *nw = neighbour<P, -1>(du), *ne = neighbour<P, 1>(du), *sw = neighbour<P, -1>(dd), *se = neighbour<P, 1>(dd);
  float* __restrict out = out_row + P * kHalf;
  const Range range = inside<P>(t, 10);
  for (int i = range.begin; i < range.end; i++) {
    const float ns = std::fabs(n1[i] - s1[i]), we = std::fabs(w1[i] - e1[i]);
    const float n_grad = kEps + ns + std::fabs(g[i] - gn2[i]) + std::fabs(n1[i] - n3[i]);
    const float s_grad = kEps + ns + std::fabs(g[i] - gs2[i]) + std::fabs(s1[i] - s3[i]);
    const float w_grad = kEps + we + std::fabs(g[i] - gw2[i]) + std::fabs(w1[i] - w3[i]);
    const float e_grad = kEps + we + std::fabs(g[i] - ge2[i]) + std::fabs(e1[i] - e3[i]);
    const float v_est = blendSides(n_grad, n1[i] - gn1[i], s_grad, s1[i] - gs1[i]);
    const float h_est = blendSides(w_grad, w1[i] - gw1[i], e_grad, e1[i] - ge1[i]);
    const float share = decide(dir[i], 0.25f * ((nw[i] + ne[i]) + (sw[i] + se[i])));
    out[i] = std::max(0.0f, g[i] + share * h_est + (1.0f - share) * v_est);
  }
}
LW_CLONES void colourAtGreen(Tile& t, Plane& across, Plane& along, float* out_row, int y, int parity) {
  parity ? colourAtGreenOf<1>(t, across, along, out_row, y) : colourAtGreenOf<0>(t, across, along, out_row, y);
}

class Demosaic {
 public:
  explicit Demosaic(const DemosaicBayerArgs& args) : args_(args) {}

  void run(int x0, int x1, int y0, int y1) {
    load(x0, x1, y0, y1);
    interpolate();
    store(x0, x1, y0, y1);
  }

 private:
  // Tiles begin at even columns, so a tile's column has the picture's parity; rows keep the picture's parity by `row_parity_`.
  int colourParity(int y) const { return (y + row_parity_) % 2 == args_.red_y ? args_.red_x : 1 - args_.red_x; }

  void load(int x0, int x1, int y0, int y1) {
    tile_.width = (x1 - x0 + 1) / 2 * 2 + 2 * kBorder;
    tile_.rows = y1 - y0 + 2 * kBorder;
    row_parity_ = (y0 - kBorder) & 1;
    for (int y = 0; y < tile_.rows; y++) {
      const uint16_t* in = args_.source.data + size_t(reflect101(y0 - kBorder + y, args_.height)) * args_.width;
      const bool red_row = (y + row_parity_) % 2 == args_.red_y;
      const int colour_parity = colourParity(y), colour = red_row ? 0 : 2;
      for (int parity = 0; parity < 2; parity++) {
        const int c = parity == colour_parity ? colour : 1;
        const float black = args_.black.data[c], scale = args_.scale.data[c] * (1.0f / 65535.0f);
        float* out = tile_.cfa.row(y) + parity * kHalf;
        float* green = tile_.green.row(y) + parity * kHalf;
        for (int i = 0; i < tile_.width / 2; i++) {
          const int x = reflect101(x0 - kBorder + 2 * i + parity, args_.width);
          out[i] = green[i] = std::min(1.0f, std::max(0.0f, (float(in[x]) - black) * scale));
        }
      }
    }
  }

  void interpolate() {
    const int rows = tile_.rows;
    for (int y = 3; y < rows - 3; y++) cardinalHighpass(tile_, y);
    for (int y = 4; y < rows - 4; y++) cardinalDirection(tile_, y);
    for (int y = 1; y < rows - 1; y++) lowpass(tile_, y, colourParity(y));
    for (int y = 5; y < rows - 5; y++) greenAtColour(tile_, y, colourParity(y));
    for (int y = 3; y < rows - 3; y++) diagonalHighpass(tile_, y, colourParity(y));
    for (int y = 4; y < rows - 4; y++) diagonalDirection(tile_, y, colourParity(y));
    for (int y = 7; y < rows - 7; y++) oppositeAtColour(tile_, y, colourParity(y));
  }

  void store(int x0, int x1, int y0, int y1) {
    float own[kMaxWidth], other[kMaxWidth];
    for (int y = y0; y < y1; y++) {
      const int ty = y - y0 + kBorder, parity = colourParity(ty), green_parity = 1 - parity;
      std::copy_n(tile_.cfa.row(ty) + parity * kHalf, tile_.width / 2, own + parity * kHalf);
      std::copy_n(tile_.opposite.row(ty) + parity * kHalf, tile_.width / 2, other + parity * kHalf);
      colourAtGreen(tile_, tile_.cfa, tile_.opposite, own, ty, green_parity);
      colourAtGreen(tile_, tile_.opposite, tile_.cfa, other, ty, green_parity);
      const bool red_row = y % 2 == args_.red_y;
      write(red_row ? own : other, tile_.green.row(ty), red_row ? other : own,
            args_.target.data + (size_t(y) * args_.width + x0) * 3, x1 - x0);
    }
  }

  static void write(const float* red, const float* green, const float* blue, uint16_t* out, int width) {
    auto sample = [](float v) { return static_cast<uint16_t>(std::min(1.0f, std::max(0.0f, v)) * 65535.0f + 0.5f); };
    for (int x = 0; x < width; x++) {
      const int at = (x & 1) * kHalf + (x + kBorder) / 2;
      out[x * 3] = sample(red[at]);
      out[x * 3 + 1] = sample(green[at]);
      out[x * 3 + 2] = sample(blue[at]);
    }
  }

  const DemosaicBayerArgs& args_;
  Tile tile_;
  int row_parity_ = 0;
};

}  // namespace

Status demosaicBayer(const DemosaicBayerArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const size_t pixels = size_t(std::max(0, args.width)) * std::max(0, args.height);
  if (args.width < 1 || args.height < 1 || row_begin < 0 || row_end > args.height || args.source.length < pixels ||
      args.target.length < pixels * 3 || args.black.length < 3 || args.scale.length < 3 || (args.red_x | args.red_y | 1) != 1) {
    return Status::kBadArguments;
  }
  Demosaic demosaic(args);
  for (int y = row_begin; y < row_end; y += kTileRows) {
    for (int x = 0; x < args.width; x += kTileWidth) {
      if (cancel.raised()) return Status::kCancelled;
      demosaic.run(x, std::min(args.width, x + kTileWidth), y, std::min(row_end, y + kTileRows));
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
