import { decodeSrgb } from "../../image/index.ts";
import { percentile } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { Cells } from "./cells.ts";
import { detailLost, octavesSharper } from "./detail.ts";
import { greyFrame, whiteBalance } from "./frame-params.ts";

interface PairFacts {
  /** Share of fine detail that the softest frame has lost compared with a neighbour in exposure, 0 to 1. */
  readonly blur: number;
  /** Index of that frame, if there is one. */
  readonly blurred: number | undefined;
  /**
   * Difference of white balance, in stops of red against blue; {@link colourLost} if one frame is grey and another has
   * colour.
   */
  readonly balance: number;
}

/** Compares every frame with the next brighter one. */
export async function compareExposures(frames: readonly Cells[], context: StageContext): Promise<PairFacts> {
  const means = frames.map(({ luma }) => luma.reduce((sum, value) => sum + value, 0));
  const order = [...frames.keys()].sort((a, b) => means[a] - means[b]);
  let blur = 0;
  let blurred: number | undefined;
  for (let k = 0; k + 1 < order.length; k++) {
    const [dark, bright] = [frames[order[k]], frames[order[k + 1]]];
    const octaves = await octavesSharper(bright, dark, context);
    const lost = detailLost(Math.abs(octaves));
    if (lost > blur) [blur, blurred] = [lost, octaves > 0 ? order[k] : order[k + 1]];
  }
  return {
    blur,
    blurred,
    balance: isColourMixed(frames) ? greyFrame.colourLost : balanceSwing(order.map((i) => frames[i])),
  };
}

/** Whether one frame is all grey, from a scan or a monochrome setting, and another is not. */
function isColourMixed(frames: readonly Cells[]): boolean {
  const spans = frames.map(colourSpan);
  return (
    spans.some((span) => span && span.most <= greyFrame.greyMost) &&
    spans.some((span) => span && span.mean >= greyFrame.colourLeast)
  );
}

/** The largest and the mean distance between channels, in middle tones; `undefined` if there are few. */
function colourSpan({ rgb, luma }: Cells): { readonly most: number; readonly mean: number } | undefined {
  let [most, sum, count] = [0, 0, 0];
  for (let i = 0; i < luma.length; i++) {
    if (luma[i] < greyFrame.middle[0] || luma[i] > greyFrame.middle[1]) continue;
    const [r, g, b] = [rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]];
    const span = Math.max(r, g, b) - Math.min(r, g, b);
    most = Math.max(most, span);
    sum += span;
    count++;
  }
  return count >= luma.length * greyFrame.minMiddle ? { most, mean: sum / count } : undefined;
}

/**
 * Difference of white balance between frames, in stops of red against blue; `frames` in order of brightness. Each
 * channel has a curve from one frame's values to the next brighter one's; if the camera keeps its white balance, all
 * three have the same curve, whatever the colours of the scene. 0 if too little is known.
 */
function balanceSwing(frames: readonly Cells[]): number {
  const turns: number[] = [];
  for (let k = 0; k + 1 < frames.length; k++) turns.push(warmthBetween(frames[k], frames[k + 1]));
  let most = 0;
  for (const [k, turn] of turns.entries()) {
    most = Math.max(most, Math.abs(turn));
    if (k > 0 && turn * turns[k - 1] < 0)
      most = Math.max(most, whiteBalance.timesSwing * Math.min(Math.abs(turn), Math.abs(turns[k - 1])));
  }
  return most;
}

/** Half the difference between red's and blue's shift in the brighter frame relative to the common curve, in stops. */
function warmthBetween(dark: Cells, bright: Cells): number {
  const [red, green, blue] = [0, 1, 2].map((channel) => curveBetween(dark.rgb, bright.rgb, channel));
  const [r, b] = [apart(red, green), apart(blue, green)];
  return r === undefined || b === undefined ? 0 : (r - b) / 2;
}

/**
 * Mean light of a channel in the brighter frame relative to the darker one, in stops, by the darker one's value; NaN if
 * too few cells show it.
 */
function curveBetween(dark: Float32Array, bright: Float32Array, channel: number): Float32Array {
  const sums = new Float64Array(whiteBalance.steps + 1);
  const counts = new Uint32Array(whiteBalance.steps + 1);
  for (let i = channel; i < dark.length; i += 3) {
    const from = dark[i];
    const to = bright[i];
    if (Math.min(from, to) < whiteBalance.usableRange[0] || Math.max(from, to) > whiteBalance.usableRange[1]) continue;
    const step = Math.round(from * whiteBalance.steps);
    sums[step] += stopsAt(to) - stopsAt(from);
    counts[step]++;
  }
  return Float32Array.from(sums, (sum, i) => (counts[i] < whiteBalance.minCells ? Number.NaN : sum / counts[i]));
}

const stopsTable = Float32Array.from({ length: whiteBalance.tableSteps + 1 }, (_, i) =>
  Math.log2(decodeSrgb(i / whiteBalance.tableSteps)),
);

function stopsAt(display: number): number {
  return stopsTable[Math.round(display * whiteBalance.tableSteps)];
}

/** Median difference of two curves where both are known. */
function apart(a: Float32Array, b: Float32Array): number | undefined {
  const distances = a.map((value, i) => value - b[i]).filter((value) => !Number.isNaN(value));
  return distances.length < whiteBalance.minSteps ? undefined : percentile(distances, 0.5);
}
