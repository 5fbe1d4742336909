#include "bayer_strip.h"

namespace lightwell {
namespace bayer {

constexpr float kBluntStep = 0.33f, kBluntShare = 0.45f;

template <int P>
LW_INLINE void cardinalHighpassOf(Strip& t, int y) {
  const float *u3 = neighbour<P, 0>(t.cfa.row(y - 3)), *u2 = neighbour<P, 0>(t.cfa.row(y - 2)), *u1 = neighbour<P, 0>(t.cfa.row(y - 1));
  const float *d1 = neighbour<P, 0>(t.cfa.row(y + 1)), *d2 = neighbour<P, 0>(t.cfa.row(y + 2)), *d3 = neighbour<P, 0>(t.cfa.row(y + 3));
  const float* c = t.cfa.row(y);
  const float *m3 = neighbour<P, -3>(c), *m2 = neighbour<P, -2>(c), *m1 = neighbour<P, -1>(c), *v = neighbour<P, 0>(c);
  const float *p1 = neighbour<P, 1>(c), *p2 = neighbour<P, 2>(c), *p3 = neighbour<P, 3>(c);
  float* __restrict out_v = t.energy.a.row(y) + P * kHalf;
  float* __restrict out_h = t.energy.b.row(y) + P * kHalf;
  const Range range = inside<P>(t, 3);
  LW_INDEPENDENT
  for (int i = range.begin; i < range.end; i++) {
    out_v[i] = square(highpass(u3[i], u2[i], u1[i], v[i], d1[i], d2[i], d3[i]));
    out_h[i] = square(highpass(m3[i], m2[i], m1[i], v[i], p1[i], p2[i], p3[i]));
  }
}
LW_CLONES void cardinalHighpass(Strip& t, int y) {
  cardinalHighpassOf<0>(t, y);
  cardinalHighpassOf<1>(t, y);
}

// Close to 1 if the picture varies along the column, close to 0 if it varies along the row.
template <int P>
LW_INLINE void cardinalDirectionOf(Strip& t, int y) {
  const float *up = t.energy.a.row(y - 1) + P * kHalf, *mid = t.energy.a.row(y) + P * kHalf, *down = t.energy.a.row(y + 1) + P * kHalf;
  const float* h = t.energy.b.row(y);
  const float *left = neighbour<P, -1>(h), *own = neighbour<P, 0>(h), *right = neighbour<P, 1>(h);
  float* __restrict out = t.direction.row(y) + P * kHalf;
  const Range range = inside<P>(t, 4);
  LW_INDEPENDENT
  for (int i = range.begin; i < range.end; i++) {
    const float v = atLeast(kEpsSquared, up[i] + mid[i] + down[i]);
    const float hh = atLeast(kEpsSquared, left[i] + own[i] + right[i]);
    out[i] = v / (v + hh);
  }
}
LW_CLONES void cardinalDirection(Strip& t, int y) {
  cardinalDirectionOf<0>(t, y);
  cardinalDirectionOf<1>(t, y);
}

// Green at red and blue sites from four sides: the neighbouring green plus half the step of the site's own colour
// (Hamilton, Adams 1997). The blunt estimate uses less of that step and stays closer to the mean of row and column.
template <int P>
LW_INLINE void greenFromSidesOf(Strip& t, int y) {
  const float *u4 = neighbour<P, 0>(t.cfa.row(y - 4)), *u3 = neighbour<P, 0>(t.cfa.row(y - 3));
  const float *u2 = neighbour<P, 0>(t.cfa.row(y - 2)), *u1 = neighbour<P, 0>(t.cfa.row(y - 1));
  const float *d1 = neighbour<P, 0>(t.cfa.row(y + 1)), *d2 = neighbour<P, 0>(t.cfa.row(y + 2));
  const float *d3 = neighbour<P, 0>(t.cfa.row(y + 3)), *d4 = neighbour<P, 0>(t.cfa.row(y + 4));
  const float *c = t.cfa.row(y), *own = neighbour<P, 0>(c);
  const float *l4 = neighbour<P, -4>(c), *l3 = neighbour<P, -3>(c), *l2 = neighbour<P, -2>(c), *l1 = neighbour<P, -1>(c);
  const float *r1 = neighbour<P, 1>(c), *r2 = neighbour<P, 2>(c), *r3 = neighbour<P, 3>(c), *r4 = neighbour<P, 4>(c);
  const float *dir = neighbour<P, 0>(t.direction.row(y)), *du = t.direction.row(y - 1), *dd = t.direction.row(y + 1);
  const float *nw = neighbour<P, -1>(du), *ne = neighbour<P, 1>(du), *sw = neighbour<P, -1>(dd), *se = neighbour<P, 1>(dd);
  float* __restrict out_share = t.share.row(y) + P * kHalf;
  float* __restrict out_sharp = t.sharp.row(y) + P * kHalf;
  float* __restrict out_blunt = t.blunt.row(y) + P * kHalf;
  const Range range = inside<P>(t, 5);
  LW_INDEPENDENT
  for (int i = range.begin; i < range.end; i++) {
    const float v = own[i], n1 = u1[i], s1 = d1[i], w1 = l1[i], e1 = r1[i];
    const float n_step = v - u2[i], s_step = v - d2[i], w_step = v - l2[i], e_step = v - r2[i];
    const float ns = kEps + std::fabs(n1 - s1), we = kEps + std::fabs(w1 - e1);
    const float n_grad = ns + std::fabs(n_step) + std::fabs(n1 - u3[i]) + std::fabs(u2[i] - u4[i]);
    const float s_grad = ns + std::fabs(s_step) + std::fabs(s1 - d3[i]) + std::fabs(d2[i] - d4[i]);
    const float w_grad = we + std::fabs(w_step) + std::fabs(w1 - l3[i]) + std::fabs(l2[i] - l4[i]);
    const float e_grad = we + std::fabs(e_step) + std::fabs(e1 - r3[i]) + std::fabs(r2[i] - r4[i]);
    const float north = s_grad / (n_grad + s_grad), west = e_grad / (w_grad + e_grad);
    const float v_near = s1 + north * (n1 - s1), h_near = e1 + west * (w1 - e1);
    const float v_step = s_step + north * (n_step - s_step), h_step = e_step + west * (w_step - e_step);
    const float share = decide(dir[i], 0.25f * ((nw[i] + ne[i]) + (sw[i] + se[i])));
    const float half_share = 0.5f + kBluntShare * (share - 0.5f);
    const float v_est = v_near + 0.5f * v_step, h_est = h_near + 0.5f * h_step;
    const float v_blunt = v_near + kBluntStep * v_step, h_blunt = h_near + kBluntStep * h_step;
    out_share[i] = share;
    out_sharp[i] = atLeast(0.0f, v_est + share * (h_est - v_est));
    out_blunt[i] = atLeast(0.0f, v_blunt + half_share * (h_blunt - v_blunt));
  }
}
LW_CLONES void greenFromSides(Strip& t, int y, int parity) { parity ? greenFromSidesOf<1>(t, y) : greenFromSidesOf<0>(t, y); }

// Green minus the line's other colour, along the column and along the row; `sign` is 1 at green sites.
template <int P>
LW_INLINE void cardinalDifferenceOf(Strip& t, int y, float sign) {
  const float *u2 = neighbour<P, 0>(t.cfa.row(y - 2)), *u1 = neighbour<P, 0>(t.cfa.row(y - 1));
  const float *d1 = neighbour<P, 0>(t.cfa.row(y + 1)), *d2 = neighbour<P, 0>(t.cfa.row(y + 2));
  const float *c = t.cfa.row(y), *v = neighbour<P, 0>(c);
  const float *l2 = neighbour<P, -2>(c), *l1 = neighbour<P, -1>(c), *r1 = neighbour<P, 1>(c), *r2 = neighbour<P, 2>(c);
  float* __restrict out_v = t.difference.a.row(y) + P * kHalf;
  float* __restrict out_h = t.difference.b.row(y) + P * kHalf;
  const Range range = inside<P>(t, 2);
  const float quarter = 0.25f * sign, half = 0.5f * sign;
  LW_INDEPENDENT
  for (int i = range.begin; i < range.end; i++) {
    const float twice = v[i] + v[i];
    out_v[i] = quarter * (twice + (u2[i] + d2[i])) - half * (u1[i] + d1[i]);
    out_h[i] = quarter * (twice + (l2[i] + r2[i])) - half * (l1[i] + r1[i]);
  }
}
LW_CLONES void cardinalDifference(Strip& t, int y, int parity) {
  cardinalDifferenceOf<0>(t, y, parity == 0 ? -1.0f : 1.0f);
  cardinalDifferenceOf<1>(t, y, parity == 1 ? -1.0f : 1.0f);
}

LW_INLINE float lowpass(float m3, float m2, float m1, float v, float p1, float p2, float p3) {
  return (3.0f * (m3 + p3) + 5.0f * (m2 + p2) + 7.0f * (m1 + p1) + 8.0f * v) * (1.0f / 38.0f);
}

// Green at red and blue sites from its low-passed differences to the site's colour, along column and row (after Zhang,
// Wu 2005).
template <int P>
LW_INLINE void greenFromDifferencesOf(Strip& t, int y) {
  const float *u3 = neighbour<P, 0>(t.difference.a.row(y - 3)), *u2 = neighbour<P, 0>(t.difference.a.row(y - 2));
  const float *u1 = neighbour<P, 0>(t.difference.a.row(y - 1)), *mid = neighbour<P, 0>(t.difference.a.row(y));
  const float *d1 = neighbour<P, 0>(t.difference.a.row(y + 1)), *d2 = neighbour<P, 0>(t.difference.a.row(y + 2));
  const float *d3 = neighbour<P, 0>(t.difference.a.row(y + 3)), *h = t.difference.b.row(y);
  const float *l3 = neighbour<P, -3>(h), *l2 = neighbour<P, -2>(h), *l1 = neighbour<P, -1>(h), *own = neighbour<P, 0>(h);
  const float *r1 = neighbour<P, 1>(h), *r2 = neighbour<P, 2>(h), *r3 = neighbour<P, 3>(h);
  const float *c = neighbour<P, 0>(t.cfa.row(y)), *share = neighbour<P, 0>(t.share.row(y));
  float* __restrict out = t.smooth.row(y) + P * kHalf;
  const Range range = inside<P>(t, 5);
  LW_INDEPENDENT
  for (int i = range.begin; i < range.end; i++) {
    const float along_column = lowpass(u3[i], u2[i], u1[i], mid[i], d1[i], d2[i], d3[i]);
    const float along_row = lowpass(l3[i], l2[i], l1[i], own[i], r1[i], r2[i], r3[i]);
    out[i] = atLeast(0.0f, c[i] + (along_column + share[i] * (along_row - along_column)));
  }
}
LW_CLONES void greenFromDifferences(Strip& t, int y, int parity) {
  parity ? greenFromDifferencesOf<1>(t, y) : greenFromDifferencesOf<0>(t, y);
}

}  // namespace bayer
}  // namespace lightwell
