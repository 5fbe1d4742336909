import { percentile } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { blackOffset, type Cells } from "./cells.ts";
import { counters, doubles } from "./lists.ts";

/** Display values between which all channels of both pictures show a colour. */
const [darkest, brightest] = [0.1, 0.92];
/** Display values between a cell's neighbours from which on it lies on an edge. */
const leastStep = 0.06;
/** Display values; keeps cells without any fine detail finite. */
const leastDetail = 1e-4;
/** Fewer edges, as a share of all cells, are not evidence. */
const leastEdges = 0.012;

/** Share of the edges, the sharpest in both together, that tell: soft light has nothing to lose to blur. */
const sharpest = 0.25;

/** Share of the finest detail that so many octaves are. */
export function detailLost(octaves: number): number {
  return 1 - 2 ** -Math.max(0, octaves);
}

/**
 * Octaves by which the first picture is sharper, median over the sharpest of the edges that both show. Exposure and the
 * camera's curve scale the finest detail and the step from cell to cell alike; blur takes the finest alone.
 */
export async function octavesSharper(a: Cells, b: Cells, { kernels }: StageContext): Promise<number> {
  const { luma, rgb, fine, width, height } = a;
  const other = { otherLuma: b.luma, otherRgb: b.rgb, otherFine: b.fine };
  const shares = { shares: doubles(width * height), otherShares: doubles(width * height) };
  const found = { ...shares, counts: counters(1) };
  const limits = { leastStep, darkest, brightest, offset: blackOffset, leastDetail };
  await kernels.run("edgeDetail", { luma, rgb, fine, ...other, ...found, width, height, ...limits }, 1);
  const edgeCount = found.counts[0];
  if (edgeCount < leastEdges * width * height) return 0;
  const edges = Array.from({ length: edgeCount }, (_, i) => ({
    together: shares.shares[i] * shares.otherShares[i],
    octaves: Math.log2(shares.shares[i] / shares.otherShares[i]),
  })).sort((p, q) => q.together - p.together);
  const sharpestEdges = edges.slice(0, Math.ceil(sharpest * edgeCount));
  return percentile(
    Float32Array.from(sharpestEdges, ({ octaves }) => octaves),
    0.5,
  );
}
