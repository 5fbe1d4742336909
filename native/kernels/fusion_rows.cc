#include "fusion_rows.h"

#include <cmath>
#include <cstring>

#include "pyramid_rows.h"

namespace lightwell {

namespace {

constexpr float kWeightFloor = 1e-12f;  // keeps the sum of weights positive where no frame shows anything
constexpr float kLumaWeight = 1e-5f;   // below any visible structure, far above the floor
constexpr float kExposednessScale = -1.0f / (2.0f * 0.2f * 0.2f);  // Mertens' sigma of 0.2

template <typename T>
LW_INLINE void splitPlanesOf(const T* __restrict p, int width, float scale, float* __restrict r, float* __restrict g,
                             float* __restrict b) {
  for (int x = 0; x < width; x++) {
    r[x] = float(p[3 * x]) * scale;
    g[x] = float(p[3 * x + 1]) * scale;
    b[x] = float(p[3 * x + 2]) * scale;
  }
}
LW_CLONES void splitPlanes(const uint8_t* p, int width, float* r, float* g, float* b) {
  splitPlanesOf(p, width, 1.0f / 255.0f, r, g, b);
}
LW_CLONES void splitPlanes(const uint16_t* p, int width, float* r, float* g, float* b) {
  splitPlanesOf(p, width, 1.0f / 65535.0f, r, g, b);
}

LW_CLONES void grayOfPlanes(const float* __restrict r, const float* __restrict g, const float* __restrict b, int width,
                            float* __restrict out) {
  for (int x = 0; x < width; x++) out[x] = 0.299f * r[x] + 0.587f * g[x] + 0.114f * b[x];
}

// e^x for x in [-80, 0] (display values give at least -9.4) to 2e-7 relative: 2^n by the exponent bits, 2^f by its Taylor series on [-1/2, 1/2]. Written out so
// that it vectorises and gives the same bits on every machine.
LW_INLINE float expNonPositive(float x) {
  const float t = x * 1.44269504f;
  const int n = static_cast<int>(t - 0.5f);
  const float f = (t - static_cast<float>(n)) * 0.69314718f;
  const float series =
      1.0f + f * (1.0f + f * (0.5f + f * (1.66666667e-1f + f * (4.16666667e-2f + f * (8.33333333e-3f + f * 1.38888889e-3f)))));
  const int32_t bits = (n + 127) << 23;
  float power;
  std::memcpy(&power, &bits, sizeof power);
  return series * power;
}

// Contrast (|Laplacian| of the grey picture), saturation (deviation of the channels) and well-exposedness of one row, multiplied.
LW_CLONES void paperWeights(const float* __restrict up, const float* __restrict mid, const float* __restrict down,
                            const float* __restrict r, const float* __restrict g, const float* __restrict b, int width,
                            float* __restrict out) {
  for (int x = 0; x < width; x++) {
    const float contrast = std::fabs((up[x] + down[x]) + (mid[x - 1] + mid[x + 1]) - 4.0f * mid[x]);
    const float mean = (r[x] + g[x] + b[x]) * (1.0f / 3.0f);
    const float dr = r[x] - mean, dg = g[x] - mean, db = b[x] - mean;
    const float saturation = std::sqrt(dr * dr + dg * dg + db * db);
    const float er = r[x] - 0.5f, eg = g[x] - 0.5f, eb = b[x] - 0.5f;
    out[x] = contrast * saturation * expNonPositive((er * er + eg * eg + eb * eb) * kExposednessScale) + kWeightFloor;
  }
}

// Structure in `out` becomes the weight: times saturation and well-exposedness, plus what well-exposed luma alone is worth.
LW_CLONES void structureWeights(const float* __restrict r, const float* __restrict g, const float* __restrict b, int width,
                                float* __restrict out) {
  for (int x = 0; x < width; x++) {
    const float mean = (r[x] + g[x] + b[x]) * (1.0f / 3.0f);
    const float dr = r[x] - mean, dg = g[x] - mean, db = b[x] - mean;
    const float saturation = std::sqrt(dr * dr + dg * dg + db * db);
    const float er = r[x] - 0.5f, eg = g[x] - 0.5f, eb = b[x] - 0.5f;
    const float luma = 0.299f * r[x] + 0.587f * g[x] + 0.114f * b[x] - 0.5f;
    out[x] = out[x] * saturation * expNonPositive((er * er + eg * eg + eb * eb) * kExposednessScale) +
             kLumaWeight * expNonPositive(luma * luma * (4.0f * kExposednessScale)) + kWeightFloor;
  }
}

// The same with other exponents than 1; pow is slow, so this runs only when asked for.
void generalWeights(const float* up, const float* mid, const float* down, const float* r, const float* g, const float* b, int width,
                    const FusionWeights& exponents, float* out) {
  const auto power = [](float base, float exponent) { return exponent == 0.0f ? 1.0f : std::pow(base, exponent); };
  for (int x = 0; x < width; x++) {
    const float contrast = std::fabs((up[x] + down[x]) + (mid[x - 1] + mid[x + 1]) - 4.0f * mid[x]);
    const float mean = (r[x] + g[x] + b[x]) * (1.0f / 3.0f);
    const float dr = r[x] - mean, dg = g[x] - mean, db = b[x] - mean;
    const float saturation = std::sqrt(dr * dr + dg * dg + db * db);
    const float er = r[x] - 0.5f, eg = g[x] - 0.5f, eb = b[x] - 0.5f;
    const float exposedness = expNonPositive((er * er + eg * eg + eb * eb) * kExposednessScale);
    out[x] = power(contrast, exponents.contrast) * power(saturation, exponents.saturation) *
                 power(exposedness, exponents.exposedness) + kWeightFloor;
  }
}

LW_CLONES void addTo(float* __restrict sum, const float* __restrict row, int width) {
  for (int x = 0; x < width; x++) sum[x] += row[x];
}
LW_CLONES void invert(float* __restrict sum, int width) {
  for (int x = 0; x < width; x++) sum[x] = 1.0f / sum[x];
}
LW_CLONES void multiplyBy(float* __restrict row, const float* __restrict factor, int width) {
  for (int x = 0; x < width; x++) row[x] *= factor[x];
}
LW_CLONES void reduceRowClone(const float* row, int width, float* out) { reduceRow(row, width, out); }
LW_CLONES void reduceColumnsClone(const float* const rows[5], int width, float* out) { reduceColumns(rows, width, out); }

}  // namespace

FusionRows::FusionRows(const std::vector<FusionFrame>& frames, int width, int height, const FusionWeights& weights)
    : frames_(frames),
      width_(width),
      height_(height),
      half_width_((width + 1) / 2),
      half_height_((height + 1) / 2),
      measures_(weights),
      gray_(frames.size() * kGrayRing * (size_t(width) + 2)),
      weights_(frames.size() * kSourceRing * size_t(width)),
      reduced_(frames.size() * 4 * kSourceRing * half_width_),
      level_one_(frames.size() * 4 * kLevelOneRing * half_width_),
      planes_(size_t(width) * 3),
      sum_(width),
      grid_(std::max(1, weights.map_width), std::max(1, weights.map_height), std::max(1, weights.map_factor)),
      gray_tags_(frames.size() * kGrayRing, -1) {
  std::fill(source_tags_, source_tags_ + kSourceRing, -1);
  std::fill(level_one_tags_, level_one_tags_ + kLevelOneRing, -1);
}

const float* FusionRows::weights(int frame, int y) {
  makeSource(y);
  return weightRow(frame, y);
}

const float* FusionRows::levelOne(int frame, int plane, int y) {
  makeLevelOne(y);
  return levelOneRow(frame, plane, y);
}

void FusionRows::loadPlanes(int frame, int y, float* red, float* green, float* blue) const {
  const auto& source = frames_[frame];
  const size_t offset = size_t(y) * width_ * 3;
  if (source.u8.data) {
    splitPlanes(source.u8.data + offset, width_, red, green, blue);
  } else {
    splitPlanes(source.u16.data + offset, width_, red, green, blue);
  }
}

// A grey row with one mirrored sample on either side, so that the Laplacian needs no border case.
const float* FusionRows::gray(int frame, int y) {
  const int slot = frame * kGrayRing + y % kGrayRing;
  float* row = &gray_[size_t(slot) * (width_ + 2)] + 1;
  if (gray_tags_[slot] == y) return row;
  gray_tags_[slot] = y;
  float* planes = planes_.data();
  loadPlanes(frame, y, planes, planes + width_, planes + 2 * size_t(width_));
  grayOfPlanes(planes, planes + width_, planes + 2 * size_t(width_), width_, row);
  row[-1] = row[reflect101(-1, width_)];
  row[width_] = row[reflect101(width_, width_)];
  return row;
}

void FusionRows::makeSource(int y) {
  if (source_tags_[y % kSourceRing] == y) return;
  source_tags_[y % kSourceRing] = y;
  std::fill(sum_.begin(), sum_.end(), 0.0f);
  for (int i = 0; i < frames(); i++) {
    float* red = planes_.data();
    float *green = red + width_, *blue = green + width_;
    float* out = weightRow(i, y);
    if (measures_.structure.empty()) {
      paperRow(i, y, red, green, blue, out);
    } else {
      grid_.spreadRow(measures_.structure[i].data, y, width_, out);
      loadPlanes(i, y, red, green, blue);
      structureWeights(red, green, blue, width_, out);
    }
    addTo(sum_.data(), out, width_);
    for (int plane = 0; plane < 3; plane++) reduceRowClone(red + size_t(plane) * width_, width_, reducedRow(i, plane, y));
  }
  invert(sum_.data(), width_);
  for (int i = 0; i < frames(); i++) {
    multiplyBy(weightRow(i, y), sum_.data(), width_);
    reduceRowClone(weightRow(i, y), width_, reducedRow(i, 3, y));
  }
}

// Contrast needs the grey rows above and below; the planes of row y are left in red, green and blue.
void FusionRows::paperRow(int frame, int y, const float* red, const float* green, const float* blue, float* out) {
  const float* up = gray(frame, reflect101(y - 1, height_));
  const float* down = gray(frame, reflect101(y + 1, height_));
  const float* mid = gray(frame, y);
  loadPlanes(frame, y, planes_.data(), planes_.data() + width_, planes_.data() + 2 * size_t(width_));
  if (measures_.contrast == 1 && measures_.saturation == 1 && measures_.exposedness == 1) {
    paperWeights(up, mid, down, red, green, blue, width_, out);
  } else {
    generalWeights(up, mid, down, red, green, blue, width_, measures_, out);
  }
}

void FusionRows::makeLevelOne(int y) {
  if (level_one_tags_[y % kLevelOneRing] == y) return;
  level_one_tags_[y % kLevelOneRing] = y;
  int source[5];
  for (int j = 0; j < 5; j++) {
    source[j] = reflect101(2 * y + j - 2, height_);
    makeSource(source[j]);
  }
  for (int i = 0; i < frames(); i++) {
    for (int plane = 0; plane < 4; plane++) {
      const float* rows[5];
      for (int j = 0; j < 5; j++) rows[j] = reducedRow(i, plane, source[j]);
      reduceColumnsClone(rows, half_width_, levelOneRow(i, plane, y));
    }
  }
}

}  // namespace lightwell
