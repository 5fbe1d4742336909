import type { Cells } from "./cells.ts";
import { percentile } from "./colour.ts";

/** Display values between which all channels of both frames tell a colour. */
const tells = [0.15, 0.88] as const;
/** CIELAB chroma up to which a surface is nearly neutral. */
const neutral = 14;
/** Relative detail, of several pixels, from which on a cell can show blur. */
const textured = 0.04;
const offset = 0.03;
/** Display values; keeps cells without any fine detail finite. */
const leastSpread = 1e-4;
/** Cells that tell something of a pair of frames, as a share of all. */
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
    const octaves = sharpnessBetween(dark, bright);
    const lost = 1 - 2 ** -Math.abs(octaves);
    if (lost > blur) [blur, blurred] = [lost, octaves > 0 ? order[k] : order[k + 1]];
  }
  return { blur, blurred, balance };
}

function balanceBetween(a: Cells, b: Cells): number {
  const [shiftsA, shiftsB]: number[][] = [[], []];
  for (let i = 0; i < a.luma.length; i++) {
    if (!tellsColour(a, i) || !tellsColour(b, i)) continue;
    const at = 3 * i;
    if (Math.min(chroma(a, at), chroma(b, at)) > neutral) continue;
    const ratio = (a.lab[at] + 8) / (b.lab[at] + 8);
    shiftsA.push(a.lab[at + 1] - ratio * b.lab[at + 1]);
    shiftsB.push(a.lab[at + 2] - ratio * b.lab[at + 2]);
  }
  if (shiftsA.length < leastShare * a.luma.length) return 0;
  return Math.hypot(percentile(Float32Array.from(shiftsA), 0.5), percentile(Float32Array.from(shiftsB), 0.5));
}

const chroma = ({ lab }: Cells, at: number) => Math.hypot(lab[at + 1], lab[at + 2]);

function tellsColour({ rgb }: Cells, cell: number): boolean {
  const [r, g, b] = [rgb[3 * cell], rgb[3 * cell + 1], rgb[3 * cell + 2]];
  return Math.min(r, g, b) > tells[0] && Math.max(r, g, b) < tells[1];
}

/** Octaves by which the second frame is sharper, median over cells that are textured in both. */
function sharpnessBetween(a: Cells, b: Cells): number {
  const octaves: number[] = [];
  for (let i = 0; i < a.luma.length; i++) {
    if (!tellsColour(a, i) || !tellsColour(b, i)) continue;
    if (Math.min(a.detail[i] / (a.luma[i] + offset), b.detail[i] / (b.luma[i] + offset)) < textured) continue;
    // Exposure and the camera's curve scale fine and coarse detail alike; blur takes the fine.
    octaves.push(Math.log2(((b.fine[i] + leastSpread) * a.detail[i]) / ((a.fine[i] + leastSpread) * b.detail[i])));
  }
  return octaves.length < leastShare * a.luma.length ? 0 : percentile(Float32Array.from(octaves), 0.5);
}
