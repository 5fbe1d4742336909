#include "bayer_strip.h"

namespace lightwell {
namespace bayer {

// Variance of noise; rounding error as a share of the colour's variance; residual variance, relative to the colour's,
// that halves the trust in a line.
constexpr float kNoise = 2e-6f, kRounding = 3e-4f, kDoubt = 0.01f;
// Regularisation of the slope: towards 1, as a variance of green; towards kDoubtfulSlope if the line is not trusted, as
// a share of that variance. The last is the largest slope.
constexpr float kRidge = 1e-3f, kDoubtfulRidge = 2.0f, kDoubtfulSlope = 0.9f, kMaxSlope = 4.0f;

// Sums over the three sites of a column, for each column of a row.
struct Column {
  float c[kHalf], cc[kHalf];
};
struct GreenColumn {
  float g[kHalf], cg[kHalf], gg[kHalf];
};

LW_INLINE float ninth(const float* sums, int i) { return (sums[i - 1] + sums[i] + sums[i + 1]) * (1.0f / 9.0f); }

// Fit of the site's colour as a line of an estimate of green: covariance, variance of green, and residual variance of
// the colour.
struct Fit {
  float covariance, variance, residual;
};
LW_INLINE Fit fitOf(const GreenColumn& sums, float mean_c, float variance_c, int i) {
  const float mean_g = ninth(sums.g, i);
  const float covariance = atLeast(0.0f, ninth(sums.cg, i) - mean_c * mean_g);
  const float variance = atLeast(0.0f, ninth(sums.gg, i) - mean_g * mean_g);
  const float residual = atLeast(0.0f, variance_c - covariance * covariance / (variance + kNoise)) + kNoise + kRounding * variance_c;
  return {covariance, variance, residual};
}

LW_INLINE void sumColumn(const float* cu, const float* c, const float* cd, Column& sums, Range range) {
  LW_INDEPENDENT
  for (int i = range.begin - 1; i < range.end + 1; i++) {
    sums.c[i] = cu[i] + c[i] + cd[i];
    sums.cc[i] = square(cu[i]) + square(c[i]) + square(cd[i]);
  }
}

LW_INLINE void sumGreenColumn(const float* cu, const float* c, const float* cd, const float* gu, const float* g, const float* gd,
                              GreenColumn& sums, Range range) {
  LW_INDEPENDENT
  for (int i = range.begin - 1; i < range.end + 1; i++) {
    sums.g[i] = gu[i] + g[i] + gd[i];
    sums.cg[i] = cu[i] * gu[i] + c[i] * g[i] + cd[i] * gd[i];
    sums.gg[i] = square(gu[i]) + square(g[i]) + square(gd[i]);
  }
}

// If an estimate of green is right, the site's colour is a line of it over the nine sites around (the model of guided
// filters, He 2010, and of residual interpolation, Kiku 2013). The sharp and the smooth estimate are therefore mixed by
// the residual variance of such a line. If both leave a large residual, neither has followed the detail, and the blunt
// one is used.
template <int P>
LW_INLINE void judgeGreensOf(Strip& t, int y) {
  const float *cu = neighbour<P, 0>(t.cfa.row(y - 2)), *c = neighbour<P, 0>(t.cfa.row(y)), *cd = neighbour<P, 0>(t.cfa.row(y + 2));
  const float *au = neighbour<P, 0>(t.sharp.row(y - 2)), *a = neighbour<P, 0>(t.sharp.row(y)), *ad = neighbour<P, 0>(t.sharp.row(y + 2));
  const float *bu = neighbour<P, 0>(t.smooth.row(y - 2)), *b = neighbour<P, 0>(t.smooth.row(y)), *bd = neighbour<P, 0>(t.smooth.row(y + 2));
  const float* blunt = neighbour<P, 0>(t.blunt.row(y));
  float* __restrict out_green = t.green.row(y) + P * kHalf;
  float* __restrict out_slope = t.slope.row(y) + P * kHalf;
  const Range range = inside<P>(t, 7);
  Column colour;
  GreenColumn sharp, smooth;
  sumColumn(cu, c, cd, colour, range);
  sumGreenColumn(cu, c, cd, au, a, ad, sharp, range);
  sumGreenColumn(cu, c, cd, bu, b, bd, smooth, range);
  LW_INDEPENDENT
  for (int i = range.begin; i < range.end; i++) {
    const float mean = ninth(colour.c, i), variance_c = atLeast(0.0f, ninth(colour.cc, i) - mean * mean);
    const Fit of_sharp = fitOf(sharp, mean, variance_c, i), of_smooth = fitOf(smooth, mean, variance_c, i);
    const float sharp_square = square(of_sharp.residual), smooth_square = square(of_smooth.residual);
    const float mix = smooth_square / (sharp_square + smooth_square);
    const float left = of_smooth.residual + mix * (of_sharp.residual - of_smooth.residual) - kNoise;
    const float limit = square(kDoubt * (variance_c + 100.0f * kNoise)), trust = limit / (limit + square(left));
    const float green = b[i] + mix * (a[i] - b[i]);
    out_green[i] = blunt[i] + trust * (green - blunt[i]);
    const float covariance = of_smooth.covariance + mix * (of_sharp.covariance - of_smooth.covariance);
    const float variance = of_smooth.variance + mix * (of_sharp.variance - of_smooth.variance);
    const float ridge = kRidge + kDoubtfulRidge * (1.0f - trust) * variance;
    const float prior = kDoubtfulSlope + (1.0f - kDoubtfulSlope) * trust;
    const float slope = (covariance + prior * ridge) / (variance + ridge);
    out_slope[i] = slope < kMaxSlope ? slope : kMaxSlope;
  }
}
LW_CLONES void judgeGreens(Strip& t, int y, int parity) { parity ? judgeGreensOf<1>(t, y) : judgeGreensOf<0>(t, y); }

}  // namespace bayer
}  // namespace lightwell
