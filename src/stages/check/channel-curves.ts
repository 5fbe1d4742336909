import { decodeSrgb } from "../../image/index.ts";
import { percentile } from "../../ops/index.ts";
import type { Cells } from "./cells.ts";

/** Steps of display values along a curve, and the fewest cells that determine one of them. */
const steps = 48;
const leastCells = 12;
/** Fewer steps are not evidence. */
const leastSteps = 5;
/** Display values between which a channel shows its light, in both frames. */
const usableRange = [0.06, 0.94] as const;
/** A frame that is warmer than both its neighbours, or cooler, counts more than a trend. */
const timesSwing = 1.35;

/**
 * How far the white balance differs between frames, in stops of red against blue; `frames` in order of brightness. Each
 * channel has a curve from one frame's values to the next brighter one's, and a camera that leaves its white balance
 * alone has one curve for all three, whatever the colours of the scene. 0 if too little is known.
 */
export function balanceSwing(frames: readonly Cells[]): number {
  const turns: number[] = [];
  for (let k = 0; k + 1 < frames.length; k++) turns.push(warmthBetween(frames[k], frames[k + 1]));
  let most = 0;
  for (const [k, turn] of turns.entries()) {
    most = Math.max(most, Math.abs(turn));
    if (k > 0 && turn * turns[k - 1] < 0)
      most = Math.max(most, timesSwing * Math.min(Math.abs(turn), Math.abs(turns[k - 1])));
  }
  return most;
}

/** Stops by which red of the brighter frame lies over what the channels have in common, less those of blue, halved. */
function warmthBetween(dark: Cells, bright: Cells): number {
  const [red, green, blue] = [0, 1, 2].map((channel) => curveBetween(dark.rgb, bright.rgb, channel));
  const [r, b] = [apart(red, green), apart(blue, green)];
  return r === undefined || b === undefined ? 0 : (r - b) / 2;
}

/**
 * Mean light, in stops, of a channel of the brighter frame over the darker one's, by the latter; NaN if too few
 * cells show it.
 */
function curveBetween(dark: Float32Array, bright: Float32Array, channel: number): Float32Array {
  const sums = new Float64Array(steps + 1);
  const counts = new Uint32Array(steps + 1);
  for (let i = channel; i < dark.length; i += 3) {
    const from = dark[i];
    const to = bright[i];
    if (from < usableRange[0] || from > usableRange[1] || to < usableRange[0] || to > usableRange[1]) continue;
    const step = Math.round(from * steps);
    sums[step] += stopsAt(to) - stopsAt(from);
    counts[step]++;
  }
  return Float32Array.from(sums, (sum, i) => (counts[i] < leastCells ? Number.NaN : sum / counts[i]));
}

const tableSteps = 1023;
const stopsTable = Float32Array.from({ length: tableSteps + 1 }, (_, i) => Math.log2(decodeSrgb(i / tableSteps)));

function stopsAt(display: number): number {
  return stopsTable[Math.round(display * tableSteps)];
}

/** Median distance of two curves, where both are known. */
function apart(a: Float32Array, b: Float32Array): number | undefined {
  const distances = a.map((value, i) => value - b[i]).filter((value) => !Number.isNaN(value));
  return distances.length < leastSteps ? undefined : percentile(distances, 0.5);
}
