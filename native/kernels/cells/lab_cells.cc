#include "../../generated/cells.h"

#include <algorithm>

namespace lightwell {

namespace {

// The comparison turns NaN into 0 as well.
double within(double place, double most) { return place > 0 ? std::min(place, most) : 0; }

double lightOf(const float* light, float display) {
  return light[static_cast<int>(within(double(display) * kLabTableSteps + 0.5, kLabTableSteps))];
}

// Interpolates between the table's entries, which are coarse where the root is steep.
double lobeOf(const float* lobe, double t) {
  const double place = t * kLabTableSteps;
  const int step = static_cast<int>(within(place, kLabTableSteps - 1));
  const double low = lobe[step], high = lobe[step + 1];
  return low + (high - low) * (place - step);
}

}  // namespace

// Converts display sRGB to CIELAB (D65). Values outside 0 to 1 are clamped. Rows are rows of cells.
Status labCells(const LabCellsArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width;
  const float *light = args.light.data, *lobe = args.lobe.data;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const float* rgb = args.rgb.data + size_t(y) * width * 3;
    float* lab = args.lab.data + size_t(y) * width * 3;
    for (int x = 0; x < width; x++, rgb += 3, lab += 3) {
      const double r = lightOf(light, rgb[0]), g = lightOf(light, rgb[1]), b = lightOf(light, rgb[2]);
      const double red = lobeOf(lobe, (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
      const double luminance = lobeOf(lobe, 0.2126729 * r + 0.7151522 * g + 0.072175 * b);
      const double blue = lobeOf(lobe, (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
      lab[0] = static_cast<float>(116 * luminance - 16);
      lab[1] = static_cast<float>(500 * (red - luminance));
      lab[2] = static_cast<float>(200 * (luminance - blue));
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
