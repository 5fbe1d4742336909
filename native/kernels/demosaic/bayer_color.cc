#include "bayer_strip.h"

namespace lightwell {
namespace bayer {

// Squared high-pass along both diagonals, at red and blue sites.
template <int P>
LW_INLINE void diagonalHighpassOf(Strip& t, int y) {
  const float *m3 = t.cfa.row(y - 3), *m2 = t.cfa.row(y - 2), *m1 = t.cfa.row(y - 1), *c = neighbour<P, 0>(t.cfa.row(y));
  const float *p1 = t.cfa.row(y + 1), *p2 = t.cfa.row(y + 2), *p3 = t.cfa.row(y + 3);
  const float *a0 = neighbour<P, -3>(m3), *a1 = neighbour<P, -2>(m2), *a2 = neighbour<P, -1>(m1);
  const float *a4 = neighbour<P, 1>(p1), *a5 = neighbour<P, 2>(p2), *a6 = neighbour<P, 3>(p3);
  const float *b0 = neighbour<P, 3>(m3), *b1 = neighbour<P, 2>(m2), *b2 = neighbour<P, 1>(m1);
  const float *b4 = neighbour<P, -1>(p1), *b5 = neighbour<P, -2>(p2), *b6 = neighbour<P, -3>(p3);
  float* __restrict out_a = t.slants.a.row(y) + P * kHalf;
  float* __restrict out_b = t.slants.b.row(y) + P * kHalf;
  const Range range = inside<P>(t, 3);
  LW_INDEPENDENT
  for (int i = range.begin; i < range.end; i++) {
    out_a[i] = square(highpass(a0[i], a1[i], a2[i], c[i], a4[i], a5[i], a6[i]));
    out_b[i] = square(highpass(b0[i], b1[i], b2[i], c[i], b4[i], b5[i], b6[i]));
  }
}
LW_CLONES void diagonalHighpass(Strip& t, int y, int parity) {
  parity ? diagonalHighpassOf<1>(t, y) : diagonalHighpassOf<0>(t, y);
}

template <int P>
LW_INLINE void diagonalDirectionOf(Strip& t, int y) {
  const float *au = neighbour<P, -1>(t.slants.a.row(y - 1)), *ac = neighbour<P, 0>(t.slants.a.row(y));
  const float* ad = neighbour<P, 1>(t.slants.a.row(y + 1));
  const float *bu = neighbour<P, 1>(t.slants.b.row(y - 1)), *bc = neighbour<P, 0>(t.slants.b.row(y));
  const float* bd = neighbour<P, -1>(t.slants.b.row(y + 1));
  float* __restrict out = t.diagonal.row(y) + P * kHalf;
  const Range range = inside<P>(t, 4);
  LW_INDEPENDENT
  for (int i = range.begin; i < range.end; i++) {
    const float a = atLeast(kEpsSquared, au[i] + ac[i] + ad[i]);
    const float b = atLeast(kEpsSquared, bu[i] + bc[i] + bd[i]);
    out[i] = a / (a + b);
  }
}
LW_CLONES void diagonalDirection(Strip& t, int y, int parity) {
  parity ? diagonalDirectionOf<1>(t, y) : diagonalDirectionOf<0>(t, y);
}

// Blue at red sites and red at blue ones: lines of green through the four diagonal neighbours, with the mean of their
// slopes.
template <int P>
LW_INLINE void oppositeAtColourOf(Strip& t, int y) {
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
  const float *ku = t.slope.row(y - 1), *kd = t.slope.row(y + 1);
  const float *knw = neighbour<P, -1>(ku), *kne = neighbour<P, 1>(ku), *ksw = neighbour<P, -1>(kd), *kse = neighbour<P, 1>(kd);
  float* __restrict out = t.opposite.row(y) + P * kHalf;
  const Range range = inside<P>(t, 9);
  LW_INDEPENDENT
  for (int i = range.begin; i < range.end; i++) {
    const float a = std::fabs(nw[i] - se[i]), b = std::fabs(ne[i] - sw[i]);
    const float nw_grad = kEps + a + std::fabs(nw[i] - nw3[i]) + std::fabs(g[i] - gnw2[i]);
    const float se_grad = kEps + a + std::fabs(se[i] - se3[i]) + std::fabs(g[i] - gse2[i]);
    const float ne_grad = kEps + b + std::fabs(ne[i] - ne3[i]) + std::fabs(g[i] - gne2[i]);
    const float sw_grad = kEps + b + std::fabs(sw[i] - sw3[i]) + std::fabs(g[i] - gsw2[i]);
    const float slope = 0.25f * ((knw[i] + kne[i]) + (ksw[i] + kse[i]));
    const float a_est = blendSides(nw_grad, nw[i] - slope * gnw[i], se_grad, se[i] - slope * gse[i]);
    const float b_est = blendSides(ne_grad, ne[i] - slope * gne[i], sw_grad, sw[i] - slope * gsw[i]);
    const float share = decide(dir[i], 0.25f * ((dnw[i] + dne[i]) + (dsw[i] + dse[i])));
    out[i] = atLeast(0.0f, slope * g[i] + share * b_est + (1.0f - share) * a_est);
  }
}
LW_CLONES void oppositeAtColour(Strip& t, int y, int parity) {
  parity ? oppositeAtColourOf<1>(t, y) : oppositeAtColourOf<0>(t, y);
}

// `across` holds the colour at the red and blue sites of this row, `along` at those of the rows above and below. The
// slope is the mean of those at two neighbours.
template <int P>
LW_INLINE void colourAtGreenOf(Strip& t, Plane& across, Plane& along, const float* slope_a, const float* slope_b, float* out_row, int y) {
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
  const Range range = inside<P>(t, kBorder);
  LW_INDEPENDENT
  for (int i = range.begin; i < range.end; i++) {
    const float ns = std::fabs(n1[i] - s1[i]), we = std::fabs(w1[i] - e1[i]);
    const float n_grad = kEps + ns + std::fabs(g[i] - gn2[i]) + std::fabs(n1[i] - n3[i]);
    const float s_grad = kEps + ns + std::fabs(g[i] - gs2[i]) + std::fabs(s1[i] - s3[i]);
    const float w_grad = kEps + we + std::fabs(g[i] - gw2[i]) + std::fabs(w1[i] - w3[i]);
    const float e_grad = kEps + we + std::fabs(g[i] - ge2[i]) + std::fabs(e1[i] - e3[i]);
    const float slope = 0.5f * (slope_a[i] + slope_b[i]);
    const float v_est = blendSides(n_grad, n1[i] - slope * gn1[i], s_grad, s1[i] - slope * gs1[i]);
    const float h_est = blendSides(w_grad, w1[i] - slope * gw1[i], e_grad, e1[i] - slope * ge1[i]);
    const float share = decide(dir[i], 0.25f * ((nw[i] + ne[i]) + (sw[i] + se[i])));
    out[i] = atLeast(0.0f, slope * g[i] + share * h_est + (1.0f - share) * v_est);
  }
}
template <int P>
LW_INLINE void rowColourAtGreenOf(Strip& t, float* out_row, int y) {
  const float* slope = t.slope.row(y);
  colourAtGreenOf<P>(t, t.cfa, t.opposite, neighbour<P, -1>(slope), neighbour<P, 1>(slope), out_row, y);
}
LW_CLONES void rowColourAtGreen(Strip& t, float* out_row, int y, int parity) {
  parity ? rowColourAtGreenOf<1>(t, out_row, y) : rowColourAtGreenOf<0>(t, out_row, y);
}

template <int P>
LW_INLINE void columnColourAtGreenOf(Strip& t, float* out_row, int y) {
  colourAtGreenOf<P>(t, t.opposite, t.cfa, neighbour<P, 0>(t.slope.row(y - 1)), neighbour<P, 0>(t.slope.row(y + 1)), out_row, y);
}
LW_CLONES void columnColourAtGreen(Strip& t, float* out_row, int y, int parity) {
  parity ? columnColourAtGreenOf<1>(t, out_row, y) : columnColourAtGreenOf<0>(t, out_row, y);
}

}  // namespace bayer
}  // namespace lightwell
