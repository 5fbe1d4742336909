import { percentile } from "../../ops/index.ts";
import { blackOffset, type Cells } from "./cells.ts";

/** Display values between which all channels of both pictures tell a colour. */
const tells = [0.1, 0.92] as const;
/** Display values between a cell's neighbours from which on it lies on an edge. */
const leastStep = 0.06;
/** Display values; keeps cells without any fine detail finite. */
const leastDetail = 1e-4;
/** Fewer edges, as a share of all cells, tell nothing. */
const leastEdges = 0.012;

/** Share of the finest detail that so many octaves are. */
export function detailLost(octaves: number): number {
  return 1 - 2 ** -Math.max(0, octaves);
}

/**
 * Octaves by which the first picture is sharper, median over edges that both show. Exposure and the camera's curve scale the finest
 * detail and the step from cell to cell alike; blur takes the finest alone.
 */
export function octavesSharper(a: Cells, b: Cells): number {
  const { width, height } = a;
  const octaves = new Float32Array(width * height);
  let told = 0;
  for (let y = 1; y + 1 < height; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const stepA = stepAt(a.luma, i, width);
      const stepB = stepAt(b.luma, i, width);
      if (stepA < leastStep || stepB < leastStep || !tellsColour(a.rgb, 3 * i) || !tellsColour(b.rgb, 3 * i)) continue;
      const fineB = (b.fine[i] * (b.luma[i] + blackOffset) + leastDetail) / stepB;
      octaves[told++] = Math.log2((a.fine[i] * (a.luma[i] + blackOffset) + leastDetail) / stepA / fineB);
    }
  }
  return told < leastEdges * octaves.length ? 0 : percentile(octaves.subarray(0, told), 0.5);
}

function stepAt(luma: Float32Array, i: number, width: number): number {
  return Math.abs(luma[i + 1] - luma[i - 1]) + Math.abs(luma[i + width] - luma[i - width]);
}

function tellsColour(rgb: Float32Array, at: number): boolean {
  const least = Math.min(rgb[at], rgb[at + 1], rgb[at + 2]);
  return least > tells[0] && Math.max(rgb[at], rgb[at + 1], rgb[at + 2]) < tells[1];
}
