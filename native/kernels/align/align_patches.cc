#include "../../generated/align.h"

#include <algorithm>
#include <vector>

namespace lightwell {

namespace {

constexpr int kReach = 2;

// Tones and clipping of one patch with its border, and scratch memory.
struct Window {
  Window(int size, int radius)
      : edge(size + 2 * radius), tones(size_t(edge) * edge), clipped(size_t(edge) * edge), wide(size_t(edge) * edge), sums(edge),
        columns(edge) {}
  int edge;
  std::vector<uint16_t> tones;
  std::vector<uint8_t> clipped, wide;
  std::vector<uint32_t> sums, columns;
};

template <typename T>
LW_INLINE void readWindow(const AlignPatchesArgs<T>& args, const uint16_t* lut, int left, int top, Window& window) {
  const int factor = args.factor, channels = args.channels, edge = window.edge;
  const double scale = 1.0 / (double(factor) * factor);
  for (int y = 0; y < edge; y++) {
    std::fill(window.sums.begin(), window.sums.end(), 0u);
    uint8_t* clipped = &window.clipped[size_t(y) * edge];
    std::fill(clipped, clipped + edge, uint8_t(0));
    for (int j = 0; j < factor; j++) {
      const size_t row = size_t((top + y) * factor + j) * args.width + size_t(left) * factor;
      const T* source = args.source.data + row * channels + args.channel;
      for (int x = 0; x < edge; x++) {
        uint32_t sum = 0;
        int most = 0;
        for (int i = 0; i < factor; i++, source += channels) {
          sum += lut[*source];
          most = *source > most ? *source : most;
        }
        window.sums[x] += sum;
        clipped[x] |= most >= args.clip_at;
      }
    }
    uint16_t* out = &window.tones[size_t(y) * edge];
    if (factor == 1) {
      for (int x = 0; x < edge; x++) out[x] = static_cast<uint16_t>(window.sums[x]);
    } else {
      for (int x = 0; x < edge; x++) out[x] = static_cast<uint16_t>(window.sums[x] * scale + 0.5);
    }
  }
}

LW_INLINE void addBoxes(const uint32_t* columns, int size, int radius, uint32_t* boxes) {
  for (int x = 0; x < size; x++) boxes[x] = columns[x];
  for (int k = 1; k <= 2 * radius; k++) {
    for (int x = 0; x < size; x++) boxes[x] += columns[x + k];
  }
}

LW_CLONES void writeRow(const uint16_t* tones, int edge, int size, int radius, uint32_t* columns, uint32_t* boxes, float* out) {
  for (int x = 0; x < edge; x++) columns[x] = tones[x];
  for (int k = 1; k <= 2 * radius; k++) {
    const uint16_t* row = tones + size_t(k) * edge;
    for (int x = 0; x < edge; x++) columns[x] += row[x];
  }
  addBoxes(columns, size, radius, boxes);
  const float area = static_cast<float>(1.0 / (65535.0 * (2 * radius + 1) * (2 * radius + 1)));
  const float unit = static_cast<float>(1.0 / 65535.0);
  const uint16_t* here = tones + size_t(radius) * edge + radius;
  for (int x = 0; x < size; x++) out[x] = static_cast<float>(here[x]) * unit - static_cast<float>(static_cast<int>(boxes[x])) * area;
}

// Turns samples into coefficients of the cubic B-spline through them, along one axis, mirrored at the ends (Unser,
// Aldroubi & Eden 1993: a causal and an anticausal recursion). `lines` neighbouring lines are processed together, so
// that columns vectorise.
constexpr float kPole = -0.26794919f;
constexpr int kPoleReach = 16;

LW_INLINE void toSpline(float* data, int length, int step, int lines, int line_step) {
  if (length < 2) return;
  for (int l = 0; l < lines; l++) {
    float* at = data + l * line_step;
    float first = at[0], power = kPole;
    for (int k = 1; k < std::min(length, kPoleReach); k++, power *= kPole) first += power * at[k * step];
    at[0] = 6.0f * first;
  }
  for (int k = 1; k < length; k++) {
    float *at = data + k * step, *before = at - step;
    for (int l = 0; l < lines; l++) at[l * line_step] = 6.0f * at[l * line_step] + kPole * before[l * line_step];
  }
  const float end = kPole / (kPole * kPole - 1.0f);
  float *last = data + (length - 1) * step, *before = last - step;
  for (int l = 0; l < lines; l++) last[l * line_step] = end * (last[l * line_step] + kPole * before[l * line_step]);
  for (int k = length - 2; k >= 0; k--) {
    float *at = data + k * step, *after = at + step;
    for (int l = 0; l < lines; l++) at[l * line_step] = kPole * (after[l * line_step] - at[l * line_step]);
  }
}

LW_CLONES void writeSpline(float* patch, int size) {
  toSpline(patch, size, size, size, 1);
  for (int y = 0; y < size; y++) toSpline(patch + size_t(y) * size, size, 1, 1, 0);
}

// Marks pixels within two pixels of a clipped one, along both axes in turn. Samples outside the window are unknown and
// mark nothing.
void writeClipped(Window& window, int size, int radius, uint8_t* out) {
  const int edge = window.edge;
  for (int y = 0; y < edge; y++) {
    for (int x = radius; x < radius + size; x++) {
      uint8_t any = 0;
      for (int i = std::max(0, x - kReach); i <= std::min(edge - 1, x + kReach); i++) any |= window.clipped[size_t(y) * edge + i];
      window.wide[size_t(y) * edge + x] = any;
    }
  }
  for (int y = radius; y < radius + size; y++) {
    for (int x = radius; x < radius + size; x++) {
      uint8_t any = 0;
      for (int j = std::max(0, y - kReach); j <= std::min(edge - 1, y + kReach); j++) any |= window.wide[size_t(j) * edge + x];
      *out++ = any;
    }
  }
}

}  // namespace

// Square patches read through a tone curve, minus their local mean, or their spline coefficients. Rows are patches.
template <typename T>
Status alignPatches(const AlignPatchesArgs<T>& args, int row_begin, int row_end, CancelFlag cancel) {
  const int size = args.size, radius = args.radius, factor = args.factor;
  const size_t pixels = size_t(size) * size, clipped = args.clipped.length;
  std::vector<uint16_t> lut(size_t(1) << (8 * sizeof(T)));
  for (size_t i = 0; i < lut.size(); i++) lut[i] = args.lut.data[sizeof(T) == 1 ? i * 257 : i];
  Window window(size, radius);
  for (int k = row_begin; k < row_end; k++) {
    if (cancel.raised()) return Status::kCancelled;
    const int x = args.origins.data[size_t(k) * 2], y = args.origins.data[size_t(k) * 2 + 1];
    if (x < radius || y < radius || x > args.width / factor - size - radius || y > args.height / factor - size - radius) {
      return Status::kBadArguments;
    }
    const int left = x - radius, top = y - radius;
    readWindow(args, lut.data(), left, top, window);
    for (int y = 0; y < size; y++) {
      writeRow(&window.tones[size_t(y) * window.edge], window.edge, size, radius, window.columns.data(), window.sums.data(),
               args.target.data + k * pixels + size_t(y) * size);
    }
    if (args.spline) writeSpline(args.target.data + k * pixels, size);
    if (clipped > 0) writeClipped(window, size, radius, args.clipped.data + k * pixels);
  }
  return Status::kOk;
}

template Status alignPatches(const AlignPatchesArgs<uint8_t>&, int, int, CancelFlag);
template Status alignPatches(const AlignPatchesArgs<uint16_t>&, int, int, CancelFlag);

}  // namespace lightwell
