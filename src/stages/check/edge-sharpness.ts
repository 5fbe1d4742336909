import { percentile } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { blackOffset, type Cells } from "./cells.ts";
import { counters, doubles } from "./lists.ts";

/** Display values between which all channels of both pictures tell a colour. */
const [darkest, brightest] = [0.1, 0.92];
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
 * Octaves by which the first picture is sharper, median over edges that both show. Exposure and the camera's curve
 * scale the finest detail and the step from cell to cell alike; blur takes the finest alone.
 */
export async function octavesSharper(a: Cells, b: Cells, { kernels }: StageContext): Promise<number> {
  const { luma, rgb, fine, width, height } = a;
  const other = { otherLuma: b.luma, otherRgb: b.rgb, otherFine: b.fine };
  const found = { ratios: doubles(width * height), counts: counters(1) };
  const limits = { leastStep, darkest, brightest, offset: blackOffset, leastDetail };
  await kernels.run("edgeDetail", { luma, rgb, fine, ...other, ...found, width, height, ...limits }, 1);
  const told = found.counts[0];
  if (told < leastEdges * width * height) return 0;
  return percentile(Float32Array.from(found.ratios.subarray(0, told), Math.log2), 0.5);
}
