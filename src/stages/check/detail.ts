import type { F32 } from "../../image/index.ts";
import { boxMean, percentile } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { type Cells, counters, doubles, floats, floatsOf, total } from "./cells.ts";
import { cellGrid, parts, sharpness, steps, texture } from "./params.ts";

interface Grid {
  readonly width: number;
  readonly height: number;
}

/** Denominator of a share, one value per cell, and its minimum in a window. */
interface Whole {
  readonly of: Float32Array;
  readonly least: number;
}

/**
 * The largest mean over square windows of values, one per cell; windows overlap by half. With `whole`: the largest
 * share of it.
 */
export function worstWindow(values: Float32Array, { width, height }: Grid, whole?: Whole): number {
  const edge = Math.min(
    width,
    height,
    Math.max(parts.minWindow, Math.round(Math.min(width, height) * parts.windowShare)),
  );
  const step = Math.max(1, edge >> 1);
  const sumOf = (cells: Float32Array, left: number, top: number) => {
    let sum = 0;
    for (let y = top; y < top + edge; y++) for (let x = left; x < left + edge; x++) sum += cells[y * width + x];
    return sum;
  };
  let worst = 0;
  // The last window of a row or column ends at the border.
  const starts = (size: number) =>
    Array.from({ length: Math.ceil((size - edge) / step) + 1 }, (_, i) => Math.min(i * step, size - edge));
  for (const top of starts(height)) {
    for (const left of starts(width)) {
      const all = whole ? Math.max(whole.least, sumOf(whole.of, left, top)) : edge * edge;
      worst = Math.max(worst, sumOf(values, left, top) / all);
    }
  }
  return worst;
}

interface DetailFacts {
  /** Share of cells with more detail than any frame shows there. */
  readonly speckShare: number;
  /** The same in the window with the largest share. */
  readonly worstSpeckShare: number;
  /** Finest detail of plain surfaces relative to that of the frames, median: 1 = as noisy as the best frame. */
  readonly noise: number;
  /** Share of cells that are perfectly even where every frame has grain. */
  readonly evenShare: number;
}

export async function compareDetail(
  picture: Cells,
  frames: readonly Cells[],
  { kernels }: StageContext,
): Promise<DetailFacts> {
  const { luma, fine, detail, width, height } = picture;
  const count = width * height;
  const shown = {
    lumas: frames.map((frame) => frame.luma),
    fines: frames.map((frame) => frame.fine),
    details: frames.map((frame) => frame.detail),
  };
  const found = { specks: floats(count), grains: floats(count), counts: counters(height) };
  const args = { luma, fine, detail, ...shown, ...found, width, offset: cellGrid.blackOffset, ...texture.limits };
  await kernels.run("cellDetail", args, height);
  const grains = found.grains.filter((grain) => grain >= 0);
  return {
    speckShare: found.specks.reduce((sum, speck) => sum + speck, 0) / count,
    worstSpeckShare: worstWindow(found.specks, picture),
    noise: grains.length < texture.minCells ? 1 : percentile(grains, 0.5),
    evenShare: total(found.counts) / count,
  };
}

interface ContrastFacts {
  /** Share of pairs of places whose contrast is reversed compared with every frame. */
  readonly reversedShare: number;
  /** Share of pairs that differ more in the picture than in any frame: halos, shaded walls. */
  readonly haloShare: number;
}

export type SmoothLuma = Pick<Cells, "width" | "height"> & { readonly data: F32 };

export function smoothLuma({ width, height, luma }: Pick<Cells, "width" | "height" | "luma">): SmoothLuma {
  return { width, height, data: floatsOf(boxMean({ width, height, data: luma }, steps.radius, false)) };
}

/** Compares large-scale steps of a picture with those of its frames, along rows and columns. */
export async function compareContrast(
  { width, height, data }: SmoothLuma,
  frames: readonly SmoothLuma[],
  { kernels }: StageContext,
): Promise<ContrastFacts> {
  const apart = Math.max(2, Math.round(Math.min(width, height * 1.5) * steps.apartShare));
  const [reversed, grown] = [counters(height), counters(height)];
  const others = frames.map((frame) => frame.data);
  const args = { picture: data, frames: others, reversed, grown, width, height, apart, ...steps.limits };
  await kernels.run("countSteps", args, height);
  const pairs = Math.max(1, Math.max(0, width - apart) * height + width * Math.max(0, height - apart));
  return { reversedShare: total(reversed) / pairs, haloShare: total(grown) / pairs };
}

/** Share of the finest detail that is lost with this many octaves. */
export function detailLost(octaves: number): number {
  return 1 - 2 ** -Math.max(0, octaves);
}

/**
 * Octaves by which the first picture is sharper, median over the sharpest of the edges that both show. Exposure and the
 * camera's curve scale the finest detail and the step from cell to cell equally; blur reduces only the finest.
 */
export async function octavesSharper(a: Cells, b: Cells, { kernels }: StageContext): Promise<number> {
  const { luma, rgb, fine, width, height } = a;
  const other = { otherLuma: b.luma, otherRgb: b.rgb, otherFine: b.fine };
  const shares = { shares: doubles(width * height), otherShares: doubles(width * height) };
  const found = { ...shares, counts: counters(1) };
  const limits = { ...sharpness.limits, offset: cellGrid.blackOffset };
  await kernels.run("edgeDetail", { luma, rgb, fine, ...other, ...found, width, height, ...limits }, 1);
  const edgeCount = found.counts[0];
  if (edgeCount < sharpness.minEdges * width * height) return 0;
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
