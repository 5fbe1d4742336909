#include "../../generated/light.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "block_grid.h"
#include "curve_row.h"
#include "light_tables.h"

namespace lightwell {

namespace {

constexpr int kStrip = 256;  // columns processed at a time: five frames' rows stay in the first-level cache
constexpr float kMinStep = 1e-3f;  // frames whose lumas differ by less are treated as one
constexpr float kClipsFrom = 0.88f, kClipped = 0.99f;  // largest channel from which a frame's colour is partly and fully distrusted
constexpr float kMinColour = 1e-6f;  // weight of the darkest frame if every frame clips or is black, as a share of full trust; below the trust of any level
// Share, 0 to 1, to which colours bend towards white as a whole; for the rest, each channel bends separately, as in a
// camera. Chosen by hand on lamps, sunsets and lit wood of 40 brackets: blind voters find 1 too vivid, and 0 turns lit
// wood yellow.
constexpr float kVivid = 0.5f;
constexpr float kMaxColour = 0.985f;  // maximum of a channel that is below white in some frame
constexpr float kMinShown = 1.0f / 512.0f;  // minimum of a channel that is above black in some frame: half a level of 8 bits

LW_INLINE float ramp(float value, float from, float to) {
  const float at = (value - from) * (1.0f / (to - from)), positive = at > 0.0f ? at : 0.0f;
  const float t = positive < 1.0f ? positive : 1.0f;
  return t * t * (3.0f - 2.0f * t);
}

// Samples of one frame in a strip.
struct FrameRow {
  float rgb[3][kStrip], shown[kStrip];
};

struct Strip {
  float light[kStrip], weight[kStrip], tone[kStrip];
  float added[kStrip];  // stops by which the picture shows a pixel brighter than its light
  float out[3][kStrip];
  float clipped[kStrip];  // share of the result that comes from clipped frames other than the darkest
  float before[kStrip];
  float lowest[3][kStrip], highest[3][kStrip];  // over all frames
};

template <typename Sample>
LW_INLINE void splitSamples(const Sample* __restrict in, int count, float scale, FrameRow& row) {
  for (int x = 0; x < count; x++) {
    for (int c = 0; c < 3; c++) row.rgb[c][x] = float(in[3 * x + c]) * scale;
  }
}
LW_CLONES void splitBytes(const uint8_t* in, int count, FrameRow& row) { splitSamples(in, count, 1.0f / 255.0f, row); }
LW_CLONES void splitWords(const uint16_t* in, int count, FrameRow& row) { splitSamples(in, count, 1.0f / 65535.0f, row); }

LW_CLONES void addReadings(const FrameRow& row, int count, float stops, Believed believed, const float* __restrict log_light,
                           const float* __restrict trust, float* __restrict sums, float* __restrict weights) {
  for (int x = 0; x < count; x++)
    addReading<kLumaSteps>(lumaOf(row.rgb[0][x], row.rgb[1][x], row.rgb[2][x]), stops, believed, log_light, trust, sums[x], weights[x]);
}

LW_CLONES void showFrame(const float* __restrict light, int count, float stops, const float* __restrict display, FrameRow& row) {
  for (int x = 0; x < count; x++) row.shown[x] = readStops<kMinStops, kStepsPerStop, kStopEntries>(display, light[x] + stops);
}

// Adds a frame's share of the result, by where the requested luma lies between it and the brighter frame; `before`
// becomes the share that is left to the brighter frames. Clipping of the darkest frame is not doubted: no frame holds
// more there, and the picture stays white.
LW_CLONES void addFrame(const FrameRow& row, const FrameRow* brighter, bool darkest, int count, Strip& strip) {
  const float doubted = darkest ? 0.0f : 1.0f;
  for (int x = 0; x < count; x++) {
    float share = 0.0f;
    if (brighter) {
      const float step = brighter->shown[x] - row.shown[x];
      const float at = (strip.tone[x] - row.shown[x]) / (step > kMinStep ? step : kMinStep), positive = at > 0.0f ? at : 0.0f;
      share = positive < 1.0f ? positive : 1.0f;
    }
    const float weight = strip.before[x] - share;
    strip.before[x] = share;
    const float r = row.rgb[0][x], g = row.rgb[1][x], b = row.rgb[2][x];
    for (int c = 0; c < 3; c++) {
      const float value = row.rgb[c][x], low = strip.lowest[c][x], high = strip.highest[c][x];
      strip.lowest[c][x] = value < low ? value : low;
      strip.highest[c][x] = value > high ? value : high;
    }
    strip.out[0][x] += weight * r;
    strip.out[1][x] += weight * g;
    strip.out[2][x] += weight * b;
    const float largest = r > g ? (r > b ? r : b) : (g > b ? g : b);
    strip.clipped[x] += doubted * weight * ramp(largest, kClipsFrom, kClipped);
  }
}

// Pixels of a strip whose result comes partly from clipped frames, and the light that their frames read, weighted.
struct Clipped {
  int count, at[kStrip];
  float total[kStrip], light[3][kStrip], out[3][kStrip];
};

void findClipped(const float* share, int count, Clipped& clipped) {
  clipped.count = 0;
  for (int x = 0; x < count; x++) {
    if (share[x] > 0.0f) clipped.at[clipped.count++] = x;
  }
  std::fill(clipped.total, clipped.total + clipped.count, 0.0f);
  for (int c = 0; c < 3; c++) std::fill(clipped.light[c], clipped.light[c] + clipped.count, 0.0f);
}

LW_CLONES void readColours(const FrameRow& row, const int* __restrict at, int count, float stops, float least, const float* __restrict log_light,
                           const float* __restrict trust, float* __restrict total, float* __restrict red, float* __restrict green,
                           float* __restrict blue) {
  const float *__restrict reds = row.rgb[0], *__restrict greens = row.rgb[1], *__restrict blues = row.rgb[2];
  for (int i = 0; i < count; i++) {
    const float r = reds[at[i]], g = greens[at[i]], b = blues[at[i]];
    const float larger = r > g ? r : g, largest = larger > b ? larger : b;
    const float sure = trust[nearestStep<kLumaSteps>(lumaOf(r, g, b))] * (1.0f - ramp(largest, kClipsFrom, kClipped)) + least;
    red[i] += sure * (log_light[nearestStep<kLumaSteps>(r)] - stops);
    green[i] += sure * (log_light[nearestStep<kLumaSteps>(g)] - stops);
    blue[i] += sure * (log_light[nearestStep<kLumaSteps>(b)] - stops);
    total[i] += sure;
  }
}

// Tables to render a pixel where its frames clip: as the camera would have shown it, from the frames that do not clip.
// Channels bend towards white partly together (`kVivid`), so that a yellow light stays yellow.
struct Colours {
  const float *stops, *log_light, *trust, *tone, *shown, *display;
};
LW_CLONES void renderColours(const float* __restrict total, const float* __restrict light, const float* __restrict brightest,
                             const float* __restrict added, const int* __restrict at, int count, const float* __restrict tone,
                             const float* __restrict shown, const float* __restrict display, float* __restrict out) {
  for (int i = 0; i < count; i++) {
    const float per = 1.0f / total[i], extra = added[at[i]], lit = brightest[i] * per + extra;
    const float bend = readStops<kMinStops, kStepsPerStop, kStopEntries>(shown, lit) - lit;
    const float wanted = light[i] * per + extra;
    const float pale = readStops<kMinStops, kStepsPerStop, kStopEntries>(tone, wanted);
    const float vivid = readStops<kMinStops, kStepsPerStop, kStopEntries>(display, wanted + bend);
    out[i] = pale + kVivid * (vivid - pale);
  }
}

// Replaces the clipped share of every pixel by its rendered colour.
void colourStrip(const std::vector<FrameRow>& rows, const Colours& read, int count, Strip& strip, Clipped& clipped) {
  findClipped(strip.clipped, count, clipped);
  if (clipped.count == 0) return;
  for (size_t k = 0; k < rows.size(); k++) {
    readColours(rows[k], clipped.at, clipped.count, read.stops[k], k == 0 ? kMinColour : 0.0f, read.log_light, read.trust, clipped.total,
                clipped.light[0], clipped.light[1], clipped.light[2]);
  }
  float brightest[kStrip];
  for (int i = 0; i < clipped.count; i++) brightest[i] = std::max(clipped.light[0][i], std::max(clipped.light[1][i], clipped.light[2][i]));
  for (int c = 0; c < 3; c++) {
    renderColours(clipped.total, clipped.light[c], brightest, strip.added, clipped.at, clipped.count, read.tone, read.shown, read.display,
                  clipped.out[c]);
    for (int i = 0; i < clipped.count; i++) {
      float& out = strip.out[c][clipped.at[i]];
      out += strip.clipped[clipped.at[i]] * (clipped.out[c][i] - out);
    }
  }
}

LW_CLONES void holdRange(Strip& strip, int count) {
  for (int x = 0; x < count; x++) {
    for (int c = 0; c < 3; c++) {
      const float blended = strip.out[c][x], held = strip.lowest[c][x], most = held > kMaxColour ? held : kMaxColour;
      const float lit = strip.highest[c][x], least = lit < kMinShown ? lit : kMinShown;
      const float dimmed = blended < most ? blended : most;
      strip.out[c][x] = dimmed > least ? dimmed : least;
    }
  }
}

LW_CLONES void writeStrip(const Strip& strip, int count, uint16_t* __restrict out) {
  for (int x = 0; x < count; x++) {
    for (int c = 0; c < 3; c++) {
      const float value = strip.out[c][x] * 65535.0f + 0.5f, least = value > 0.0f ? value : 0.0f;
      out[3 * x + c] = static_cast<uint16_t>(static_cast<int>(least < 65535.0f ? least : 65535.0f));
    }
  }
}

}  // namespace

// Shows each pixel at its own exposure, by blending the two frames with the nearest luma below and above. Where a frame
// clips, the colour is rendered from those that do not. Rows are the picture's.
Status exposeFrames(const ExposeFramesArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width;
  const size_t frames = args.frames.size(), cells = size_t(args.base_width) * args.base_height;
  if (frames == 0 || !(args.grid_px > 0.0f) || !(args.bin_stops > 0.0f)) return Status::kBadArguments;
  BlockGrid base(args.base_width, args.base_height, args.base_factor);
  CurveRow curves(args);
  std::vector<float> slope(width), offset(width);
  std::vector<FrameRow> rows(frames);
  std::vector<Strip> scratch(1);
  Strip& strip = scratch[0];
  std::vector<Clipped> clipping(1);
  Clipped& clipped = clipping[0];
  const Colours colours = {args.stops.data, args.log_light.data, args.trust.data, args.tone.data, args.shown.data, args.display.data};
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    base.spreadRow(args.base.data, y, width, slope.data());
    base.spreadRow(args.base.data + cells, y, width, offset.data());
    curves.begin(y);
    for (int first = 0; first < width; first += kStrip) {
      const int count = std::min(kStrip, width - first);
      const size_t start = (size_t(y) * width + first) * 3;
      std::fill(strip.light, strip.light + count, 0.0f);
      std::fill(strip.weight, strip.weight + count, 0.0f);
      for (size_t k = 0; k < frames; k++) {
        const EitherView& frame = args.frames[k];
        if (frame.u8.data) splitBytes(frame.u8.data + start, count, rows[k]);
        else splitWords(frame.u16.data + start, count, rows[k]);
        addReadings(rows[k], count, args.stops.data[k], believedOf(k, frames), args.log_light.data, args.trust.data, strip.light, strip.weight);
      }
      for (int x = 0; x < count; x++) strip.light[x] /= strip.weight[x];
      curves.want(slope.data(), offset.data(), first, count, strip.light, strip.added, strip.tone);
      for (size_t k = 0; k < frames; k++) showFrame(strip.light, count, args.stops.data[k], args.display.data, rows[k]);
      for (int c = 0; c < 3; c++) {
        std::fill(strip.out[c], strip.out[c] + count, 0.0f);
        std::fill(strip.lowest[c], strip.lowest[c] + count, 1.0f);
        std::fill(strip.highest[c], strip.highest[c] + count, 0.0f);
      }
      std::fill(strip.clipped, strip.clipped + count, 0.0f);
      std::fill(strip.before, strip.before + count, 1.0f);
      for (size_t k = 0; k < frames; k++) addFrame(rows[k], k + 1 < frames ? &rows[k + 1] : nullptr, k == 0, count, strip);
      colourStrip(rows, colours, count, strip, clipped);
      holdRange(strip, count);
      writeStrip(strip, count, args.target.data + start);
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
