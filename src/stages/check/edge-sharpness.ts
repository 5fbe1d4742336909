import { percentile } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { Cells } from "./cells.ts";
import { counters, doubles } from "./lists.ts";
import { cellGrid, sharpness } from "./params.ts";

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
  const limits = { ...sharpness.limits, offset: cellGrid.blackOffset };
  await kernels.run("edgeDetail", { luma, rgb, fine, ...other, ...found, width, height, ...limits }, 1);
  const edgeCount = found.counts[0];
  if (edgeCount < sharpness.leastEdges * width * height) return 0;
  const edges = Array.from({ length: edgeCount }, (_, i) => ({
    together: shares.shares[i] * shares.otherShares[i],
    octaves: Math.log2(shares.shares[i] / shares.otherShares[i]),
  })).sort((p, q) => q.together - p.together);
  const sharpestEdges = edges.slice(0, Math.ceil(sharpness.sharpest * edgeCount));
  return percentile(
    Float32Array.from(sharpestEdges, ({ octaves }) => octaves),
    0.5,
  );
}
