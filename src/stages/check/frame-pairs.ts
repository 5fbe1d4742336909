import { percentile } from "../../ops/index.ts";
import type { Cells } from "./cells.ts";
import { detailLost, octavesSharper, tellsColour } from "./edge-sharpness.ts";

/** CIELAB chroma up to which a surface is nearly neutral. */
const neutral = 14;
/** Fewer cells that tell the colour of both, as a share of all, tell nothing. */
const leastShare = 0.03;

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
    const octaves = octavesSharper(bright, dark);
    const lost = detailLost(Math.abs(octaves));
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
