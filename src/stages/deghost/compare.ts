import { type ExposureLink, lookUp } from "./exposure-link.ts";
import { cellSamples, lumaSample, type SmallCopy, spreadSample } from "./small-copy.ts";

/** Stored value of a difference that is exactly as large as noise and misalignment may make it. */
export const justTolerated = 32;

/** How far towards its neighbours a cell may lie off, in cells: sub-pixel misalignment, and blur. */
const slack = 0.3;
/** Differences that are never taken for movement, display values: of the brighter frame, of the darker one, of colours. */
const leastBright = 0.02;
const leastDark = 2 / 255;
/** Colours may differ more than brightness: cameras change saturation with exposure. */
const colourFactor = 1.6;
/** What strong colours may differ further, over the distance of their channels: near the gamut's border cameras bend them. */
const brightnessPerChroma = 0.15;
const colourPerChroma = 0.3;
/** Deviations of the residuals that count as noise, and the most that is believed of them. */
const deviations = 5;
const mostTolerance = 0.1;
/** Levels of the brighter frame that have a tolerance of their own. */
const levels = 16;
/** From here on a cell is clipped, or a camera's shoulder is about to. */
const clipped = 0.97;

/**
 * How far two neighbours in exposure contradict each other, cell by cell: 0 not at all, {@link justTolerated} where noise,
 * compression and slight misalignment just explain it. A frame predicts the other through the link; both are taken as
 * the interval of values within a part of a cell around; clipped and black values predict half-lines (what is white in the darker frame must be
 * white in the brighter one), which the saturating tables give by themselves. A contradiction must show in both exposures.
 */
export function compareNeighbours(dark: SmallCopy, bright: SmallCopy, link: ExposureLink, wrapX: boolean): Uint8Array {
  const { width, height } = dark;
  const tolerances = [0, 1, 2, lumaSample].map((c) => toleranceTable(dark, bright, link, c));
  const result = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * cellSamples;
      let most = 0;
      for (let c = 0; c <= lumaSample; c++) {
        if (c === lumaSample && clipsColour(dark, bright, link, i)) continue;
        const [a, b] = [dark.data[i + c] / 65535, bright.data[i + c] / 65535];
        const tolerance = tolerances[c][Math.min(levels - 1, Math.floor(b * levels))];
        const expected = lookUp(link.up[c], a);
        if (Math.abs(expected - b) <= tolerance / 2) continue;
        const ia = intervalAround(dark, x, y, c, wrapX);
        const ib = intervalAround(bright, x, y, c, wrapX);
        const spreadA = dark.data[i + spreadSample] / 65535;
        const spreadB = bright.data[i + spreadSample] / 65535;
        let gap = Math.max(lookUp(link.up[c], ia.low) - ib.high, ib.low - lookUp(link.up[c], ia.high));
        // A cell that is clipped in part shows less than its light: by how much, its detail bounds.
        const top = Math.max(b + 2 * spreadB, lookUp(link.up[c], a + 2 * spreadA));
        if (top > clipped) gap -= spreadB + spreadA;
        gap -= (c === lumaSample ? brightnessPerChroma : colourPerChroma) * sharedChroma(dark, bright, link, i);
        const upper = ib.high >= clipped ? 1 : lookUp(link.down[c], ib.high);
        const gapDark = Math.max(ia.low - upper, lookUp(link.down[c], ib.low) - ia.high);
        const factor = c === lumaSample ? 1 : colourFactor;
        const ratio = Math.min(gap / tolerance, gapDark / leastDark) / factor;
        if (ratio > most) most = ratio;
      }
      result[y * width + x] = Math.min(255, Math.round(most * justTolerated));
    }
  }
  return result;
}

/** Whether a single channel is clipped in the brighter frame: its luma is then less than the darker one's would give. */
function clipsColour(dark: SmallCopy, bright: SmallCopy, link: ExposureLink, i: number): boolean {
  let [most, least] = [0, 1];
  for (let c = 0; c < 3; c++) {
    const [a, b] = [lookUp(link.up[c], dark.data[i + c] / 65535), bright.data[i + c] / 65535];
    most = Math.max(most, a, b);
    least = Math.min(least, a, b);
  }
  return most >= clipped && least < clipped;
}

/** How strong the colour is that both frames show, in the brighter one's exposure; what moves seldom has one that strong in both. */
function sharedChroma(dark: SmallCopy, bright: SmallCopy, link: ExposureLink, i: number): number {
  const a = [0, 1, 2].map((c) => lookUp(link.up[c], dark.data[i + c] / 65535));
  const b = [0, 1, 2].map((c) => bright.data[i + c] / 65535);
  return Math.min(Math.max(...a) - Math.min(...a), Math.max(...b) - Math.min(...b));
}

function intervalAround({ width, height, data }: SmallCopy, x: number, y: number, c: number, wrapX: boolean) {
  const at = data[(y * width + x) * cellSamples + c];
  let [low, high] = [at, at];
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = x - 1; u <= x + 1; u++) {
      if (!wrapX && (u < 0 || u >= width)) continue;
      const value = data[(v * width + ((u + width) % width)) * cellSamples + c];
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return { low: (at + (low - at) * slack) / 65535, high: (at + (high - at) * slack) / 65535 };
}

/** By level of the brighter frame, how large residuals of what stands still are: from the median of all. */
function toleranceTable(dark: SmallCopy, bright: SmallCopy, link: ExposureLink, c: number): Float32Array {
  const steps = 256;
  const counts = new Uint32Array(levels * steps);
  for (let i = c; i < dark.data.length; i += cellSamples * 5) {
    const [a, b] = [dark.data[i] / 65535, bright.data[i] / 65535];
    if (b > clipped) continue;
    const residual = Math.abs(b - lookUp(link.up[c], a));
    counts[Math.floor(b * levels) * steps + Math.min(steps - 1, Math.floor(residual * 4 * steps))]++;
  }
  return Float32Array.from({ length: levels }, (_, level) => {
    const row = counts.subarray(level * steps, (level + 1) * steps);
    let left = row.reduce((sum, each) => sum + each, 0) / 2;
    if (left < 20) return mostTolerance;
    const median = row.findIndex((each) => {
      left -= each;
      return left <= 0;
    });
    const deviation = (1.4826 * (median + 0.5)) / (4 * steps);
    return Math.min(mostTolerance, leastBright + deviations * deviation);
  });
}
