import { blackOffset, type Cells } from "./cells.ts";
import { percentile } from "./colour.ts";

/** Display values between which all channels of both frames tell a colour. */
const tells = [0.15, 0.88] as const;
/** CIELAB chroma up to which a surface is nearly neutral. */
const neutral = 14;
/** Display values between a cell's neighbours from which on it lies on an edge. */
const leastStep = 0.06;
/** Display values; keeps cells without any fine detail finite. */
const leastDetail = 1e-4;
/** Cells that tell something of a pair of frames, as a share of all. */
const leastShare = 0.03;
const leastEdges = 0.005;

export interface PairFacts {
  /** Fine detail that the softest frame has lost beside a neighbour in exposure: 0 none, 1 all. */
  readonly blur: number;
  /** That frame, where there is one. */
  readonly blurred: number | undefined;
  /** How far nearly neutral surfaces differ between neighbours in exposure, in CIELAB chroma. */
  readonly balance: number;
}

/** Compares every frame with the next brighter one. */
export function compareExposures(frames: readonly Cells[]): PairFacts {
  const means = frames.map(({ luma }) => luma.reduce((sum, value) => sum + value, 0));
  const order = [...frames.keys()].sort((a, b) => means[a] - means[b]);
  let [blur, balance] = [0, 0];
  let blurred: number | undefined;
  for (let k = 0; k + 1 < order.length; k++) {
    const [dark, bright] = [frames[order[k]], frames[order[k + 1]]];
    balance = Math.max(balance, balanceBetween(dark, bright));
    const octaves = sharpnessBetween(dark, bright);
    const lost = 1 - 2 ** -Math.abs(octaves);
    if (lost > blur) [blur, blurred] = [lost, octaves > 0 ? order[k] : order[k + 1]];
  }
  return { blur, blurred, balance };
}

function balanceBetween(a: Cells, b: Cells): number {
  const count = a.luma.length;
  const shiftsA = new Float32Array(count);
  const shiftsB = new Float32Array(count);
  let told = 0;
  for (let i = 0; i < count; i++) {
    if (!tellsColour(a.rgb, 3 * i) || !tellsColour(b.rgb, 3 * i)) continue;
    const at = 3 * i;
    if (Math.min(chroma(a.lab, at), chroma(b.lab, at)) > neutral) continue;
    const ratio = (a.lab[at] + 8) / (b.lab[at] + 8);
    shiftsA[told] = a.lab[at + 1] - ratio * b.lab[at + 1];
    shiftsB[told++] = a.lab[at + 2] - ratio * b.lab[at + 2];
  }
  if (told < leastShare * count) return 0;
  return Math.hypot(percentile(shiftsA.subarray(0, told), 0.5), percentile(shiftsB.subarray(0, told), 0.5));
}

function chroma(lab: Float32Array, at: number): number {
  return Math.sqrt(lab[at + 1] * lab[at + 1] + lab[at + 2] * lab[at + 2]);
}

function tellsColour(rgb: Float32Array, at: number): boolean {
  const least = Math.min(rgb[at], rgb[at + 1], rgb[at + 2]);
  return least > tells[0] && Math.max(rgb[at], rgb[at + 1], rgb[at + 2]) < tells[1];
}

/**
 * Octaves by which the second frame is sharper, median over edges that both show. Exposure and the camera's curve scale the finest
 * detail and the step from cell to cell alike; blur takes the finest alone.
 */
function sharpnessBetween(a: Cells, b: Cells): number {
  const { width, height } = a;
  const octaves = new Float32Array(width * height);
  let told = 0;
  for (let y = 1; y + 1 < height; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const stepA = stepAt(a.luma, i, width);
      const stepB = stepAt(b.luma, i, width);
      if (stepA < leastStep || stepB < leastStep || !tellsColour(a.rgb, 3 * i) || !tellsColour(b.rgb, 3 * i)) continue;
      const fineA = (a.fine[i] * (a.luma[i] + blackOffset) + leastDetail) / stepA;
      octaves[told++] = Math.log2((b.fine[i] * (b.luma[i] + blackOffset) + leastDetail) / stepB / fineA);
    }
  }
  return told < leastEdges * octaves.length ? 0 : percentile(octaves.subarray(0, told), 0.5);
}

function stepAt(luma: Float32Array, i: number, width: number): number {
  return Math.abs(luma[i + 1] - luma[i - 1]) + Math.abs(luma[i + width] - luma[i - width]);
}
