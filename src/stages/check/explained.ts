import { boxMean } from "../../ops/index.ts";
import { type Cells, labOf } from "./cells.ts";

/** Steps of the curve of brightness, and the fewest cells that tell one of them. */
const steps = 64;
const leastCells = 4;
/** Window over which gains may differ, as a share of the longer edge, and how far they may. */
const windowShare = 1 / 12;
const mostGain = 2;
/** Keeps gains finite in black. */
const offset = 0.02;

/**
 * A picture as toning may change it: its luma through the curve that fits the toned picture best, a smooth gain a channel on that,
 * which holds white balance, and nothing else.
 */
export function explainTone(source: Cells, toned: Cells): Cells {
  const { width, height } = source;
  const curve = fitCurve(source.luma, toned.luma);
  const rgb = new Float32Array(source.rgb.length);
  for (let cell = 0; cell < source.luma.length; cell++) {
    const luma = source.luma[cell];
    const gain = (curveAt(curve, luma) + offset) / (luma + offset);
    for (let c = 0; c < 3; c++) rgb[3 * cell + c] = source.rgb[3 * cell + c] * gain;
  }
  const luma = new Float32Array(source.luma.length);
  const weights = [0.2126, 0.7152, 0.0722];
  for (let c = 0; c < 3; c++) {
    const gains = smoothGain(rgb, toned.rgb, c, width, height);
    for (let cell = 0; cell < luma.length; cell++) {
      const value = Math.min(1, rgb[3 * cell + c] * gains[cell]);
      rgb[3 * cell + c] = value;
      luma[cell] += weights[c] * value * value;
    }
  }
  for (let cell = 0; cell < luma.length; cell++) luma[cell] = Math.sqrt(luma[cell]);
  return { ...source, rgb, luma, lab: labOf(rgb) };
}

/** Mean toned luma at each step of the source's; rising. */
function fitCurve(source: Float32Array, toned: Float32Array): Float32Array {
  const sums = new Float64Array(steps + 1);
  const counts = new Float64Array(steps + 1);
  for (let cell = 0; cell < source.length; cell++) {
    const step = Math.round(source[cell] * steps);
    sums[step] += toned[cell];
    counts[step]++;
  }
  const curve = new Float32Array(steps + 1);
  let last = 0;
  for (let step = 0; step <= steps; step++) {
    if (counts[step] >= leastCells) last = Math.max(last, sums[step] / counts[step]);
    else if (step > 0) last = Math.min(1, last + 1 / steps);
    curve[step] = last;
  }
  return curve;
}

function curveAt(curve: Float32Array, luma: number): number {
  const place = Math.min(steps - 1e-3, luma * steps);
  const step = Math.floor(place);
  return curve[step] + (curve[step + 1] - curve[step]) * (place - step);
}

/** Ratio of means over windows, so that edges and texture have no say. */
function smoothGain(
  from: Float32Array,
  to: Float32Array,
  channel: number,
  width: number,
  height: number,
): Float32Array {
  const radius = Math.max(1, Math.round(Math.max(width, height) * windowShare));
  const mean = (rgb: Float32Array) => {
    const data = new Float32Array(width * height);
    for (let i = 0; i < data.length; i++) data[i] = rgb[3 * i + channel];
    return boxMean({ width, height, data }, radius, false);
  };
  const before = mean(from);
  const after = mean(to);
  return before.map((value, i) => Math.min(mostGain, Math.max(1 / mostGain, (after[i] + offset) / (value + offset))));
}
