#include "bayer_tile.h"

namespace lightwell {
namespace bayer {

template <int P>
LW_INLINE void cardinalHighpassOf(Tile& t, int y) {
  const float *u3 = neighbour<P, 0>(t.cfa.row(y - 3)), *u2 = neighbour<P, 0>(t.cfa.row(y - 2)), *u1 = neighbour<P, 0>(t.cfa.row(y - 1));
  const float *d1 = neighbour<P, 0>(t.cfa.row(y + 1)), *d2 = neighbour<P, 0>(t.cfa.row(y + 2)), *d3 = neighbour<P, 0>(t.cfa.row(y + 3));
  const float* c = t.cfa.row(y);
  const float *m3 = neighbour<P, -3>(c), *m2 = neighbour<P, -2>(c), *m1 = neighbour<P, -1>(c), *v = neighbour<P, 0>(c);
  const float *p1 = neighbour<P, 1>(c), *p2 = neighbour<P, 2>(c), *p3 = neighbour<P, 3>(c);
  float* __restrict out_v = t.vertical.row(y) + P * kHalf;
  float* __restrict out_h = t.horizontal.row(y) + P * kHalf;
  const Range range = inside<P>(t, 3);
  for (int i = range.begin; i < range.end; i++) {
    out_v[i] = square(highpass(u3[i], u2[i], u1[i], v[i], d1[i], d2[i], d3[i]));
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
    const float v = atLeast(kEpsSquared, up[i] + mid[i] + down[i]);
    const float hh = atLeast(kEpsSquared, left[i] + own[i] + right[i]);
    out[i] = v / (v + hh);
  }
}
LW_CLONES void cardinalDirection(Tile& t, int y) {
  cardinalDirectionOf<0>(t, y);
  cardinalDirectionOf<1>(t, y);
}

// Green at red and blue sites: the neighbouring green and half the step of the site's own colour (Hamilton, Adams 1997), from four sides.
template <int P>
LW_INLINE void greenAtColourOf(Tile& t, int y) {
  const float *u4 = neighbour<P, 0>(t.cfa.row(y - 4)), *u3 = neighbour<P, 0>(t.cfa.row(y - 3));
  const float *u2 = neighbour<P, 0>(t.cfa.row(y - 2)), *u1 = neighbour<P, 0>(t.cfa.row(y - 1));
  const float *d1 = neighbour<P, 0>(t.cfa.row(y + 1)), *d2 = neighbour<P, 0>(t.cfa.row(y + 2));
  const float *d3 = neighbour<P, 0>(t.cfa.row(y + 3)), *d4 = neighbour<P, 0>(t.cfa.row(y + 4));
  const float *c = t.cfa.row(y), *own = neighbour<P, 0>(c);
  const float *l4 = neighbour<P, -4>(c), *l3 = neighbour<P, -3>(c), *l2 = neighbour<P, -2>(c), *l1 = neighbour<P, -1>(c);
  const float *r1 = neighbour<P, 1>(c), *r2 = neighbour<P, 2>(c), *r3 = neighbour<P, 3>(c), *r4 = neighbour<P, 4>(c);
  const float *dir = neighbour<P, 0>(t.direction.row(y)), *du = t.direction.row(y - 1), *dd = t.direction.row(y + 1);
  const float *nw = neighbour<P, -1>(du), *ne = neighbour<P, 1>(du), *sw = neighbour<P, -1>(dd), *se = neighbour<P, 1>(dd);
  float* __restrict out = t.green.row(y) + P * kHalf;
  const Range range = inside<P>(t, 5);
  for (int i = range.begin; i < range.end; i++) {
    const float v = own[i], n1 = u1[i], s1 = d1[i], w1 = l1[i], e1 = r1[i];
    const float ns = std::fabs(n1 - s1), we = std::fabs(w1 - e1);
    const float n_grad = kEps + ns + std::fabs(v - u2[i]) + std::fabs(n1 - u3[i]) + std::fabs(u2[i] - u4[i]);
    const float s_grad = kEps + ns + std::fabs(v - d2[i]) + std::fabs(s1 - d3[i]) + std::fabs(d2[i] - d4[i]);
    const float w_grad = kEps + we + std::fabs(v - l2[i]) + std::fabs(w1 - l3[i]) + std::fabs(l2[i] - l4[i]);
    const float e_grad = kEps + we + std::fabs(v - r2[i]) + std::fabs(e1 - r3[i]) + std::fabs(r2[i] - r4[i]);
    const float n_est = n1 + 0.5f * (v - u2[i]), s_est = s1 + 0.5f * (v - d2[i]);
    const float w_est = w1 + 0.5f * (v - l2[i]), e_est = e1 + 0.5f * (v - r2[i]);
    const float v_est = blendSides(n_grad, n_est, s_grad, s_est), h_est = blendSides(w_grad, w_est, e_grad, e_est);
    const float share = decide(dir[i], 0.25f * ((nw[i] + ne[i]) + (sw[i] + se[i])));
    out[i] = atLeast(0.0f, share * h_est + (1.0f - share) * v_est);
  }
}
LW_CLONES void greenAtColour(Tile& t, int y, int parity) { parity ? greenAtColourOf<1>(t, y) : greenAtColourOf<0>(t, y); }

}  // namespace bayer
}  // namespace lightwell
