import { percentile } from "../../ops/index.ts";
import { blackOffset, type Cells } from "./cells.ts";
import { worstWindow } from "./worst-window.ts";

/** Display values between which a frame tells how much detail there is. */
const tells = [0.08, 0.95] as const;
/** Detail beyond that of every frame by this factor and this much is made by the fusion. */
const [timesDetail, plusDetail] = [3, 0.06];
/** Relative detail below which a cell is a plain surface. */
const flat = 0.02;
/** Spread of pixels, in display values, of a surface without any grain, and of one with some. */
const [evenSpread, grainSpread] = [0.0006, 0.003];
/** Relative fine detail that nobody sees as noise. */
const leastGrain = 0.004;
/** Fewer cells of a kind tell nothing. */
const leastCells = 40;

export interface DetailFacts {
  /** Share of cells with more detail than any frame shows there. */
  readonly speckShare: number;
  /** The same in the part of the picture that has most of them. */
  readonly worstSpeckShare: number;
  /** Finest detail of plain surfaces over that of the frames, median: 1 = as noisy as the best frame. */
  readonly noise: number;
  /** Share of cells that are perfectly even where every frame has grain. */
  readonly evenShare: number;
}

export function compareDetail(picture: Cells, frames: readonly Cells[]): DetailFacts {
  const count = picture.luma.length;
  const best = boundsOf(frames, count);
  const specks = new Float32Array(count);
  const grains = new Float32Array(count);
  let [speckled, even, surfaces] = [0, 0, 0];
  for (let cell = 0; cell < count; cell++) {
    const fine = picture.fine[cell];
    const luma = picture.luma[cell];
    if (
      fine > timesDetail * best.mostFine[cell] + plusDetail ||
      picture.detail[cell] > timesDetail * best.mostCoarse[cell] + plusDetail
    ) {
      specks[cell] = 1;
      speckled++;
    }
    if (!best.told[cell] || luma < tells[0] || luma > tells[1]) continue;
    if (best.mostCoarse[cell] < flat) grains[surfaces++] = fine / Math.max(best.calmest[cell], leastGrain);
    if (best.calmest[cell] * (luma + blackOffset) > grainSpread && fine * (luma + blackOffset) < evenSpread) even++;
  }
  return {
    speckShare: speckled / count,
    worstSpeckShare: worstWindow(specks, picture),
    noise: surfaces < leastCells ? 1 : percentile(grains.subarray(0, surfaces), 0.5),
    evenShare: even / count,
  };
}

/** What the frames show of each cell: the most detail of all, the least fine detail of those that tell it, and whether any does. */
function boundsOf(frames: readonly Cells[], count: number) {
  const mostFine = new Float32Array(count);
  const mostCoarse = new Float32Array(count);
  const told = new Uint8Array(count);
  const calmest = new Float32Array(count).fill(Number.POSITIVE_INFINITY);
  for (const { luma, fine, detail } of frames) {
    for (let cell = 0; cell < count; cell++) {
      if (fine[cell] > mostFine[cell]) mostFine[cell] = fine[cell];
      if (detail[cell] > mostCoarse[cell]) mostCoarse[cell] = detail[cell];
      if (luma[cell] < tells[0] || luma[cell] > tells[1]) continue;
      told[cell] = 1;
      if (fine[cell] < calmest[cell]) calmest[cell] = fine[cell];
    }
  }
  return { mostFine, mostCoarse, told, calmest };
}
