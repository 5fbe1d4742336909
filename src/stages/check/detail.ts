import type { Cells } from "./cells.ts";
import { percentile } from "./colour.ts";
import { worstWindow } from "./worst-window.ts";

/** Display values between which a frame tells how much detail there is. */
const tells = [0.08, 0.95] as const;
/** Keeps detail in black from being infinite beside its luma. */
const offset = 0.03;
/** Detail beyond that of every frame by this factor and this much is made by the fusion. */
const [timesDetail, plusDetail] = [3, 0.06];
/** Relative detail from which on a cell can be blurred; below `flat` a cell is a plain surface. */
const textured = 0.05;
const flat = 0.02;
/** Spread of pixels, in display values, of a surface without any grain, and of one with some. */
const [evenSpread, grainSpread] = [0.0006, 0.003];
/** Fewer cells of a kind tell nothing. */
const leastCells = 40;

export interface DetailFacts {
  /** Share of cells with more detail than any frame shows there. */
  readonly speckShare: number;
  /** The same in the part of the picture that has most of them. */
  readonly worstSpeckShare: number;
  /** Finest detail of textured cells over that of the sharpest frame, median. */
  readonly sharpness: number;
  /** Finest detail of plain surfaces over that of the frames, median: 1 = as noisy as the best frame. */
  readonly noise: number;
  /** Share of cells that are perfectly even where every frame has grain. */
  readonly evenShare: number;
}

export function compareDetail(picture: Cells, frames: readonly Cells[]): DetailFacts {
  const count = picture.luma.length;
  const specks = new Float32Array(count);
  let even = 0;
  const ratios: number[] = [];
  const grains: number[] = [];
  for (let cell = 0; cell < count; cell++) {
    const ours = picture.luma[cell] + offset;
    const [fine, coarse] = [picture.fine[cell] / ours, picture.detail[cell] / ours];
    let [mostFine, mostCoarse, sharpest, calmest, calmestSpread, tellCount] = [0, 0, 0, Infinity, Infinity, 0];
    for (const frame of frames) {
      const luma = frame.luma[cell];
      const theirs = frame.fine[cell] / (luma + offset);
      const coarser = frame.detail[cell] / (luma + offset);
      if (theirs > mostFine) mostFine = theirs;
      if (coarser > mostCoarse) mostCoarse = coarser;
      if (luma < tells[0] || luma > tells[1]) continue;
      tellCount++;
      if (theirs > sharpest) sharpest = theirs;
      if (theirs < calmest) calmest = theirs;
      if (frame.fine[cell] < calmestSpread) calmestSpread = frame.fine[cell];
    }
    if (fine > timesDetail * mostFine + plusDetail || coarse > timesDetail * mostCoarse + plusDetail) specks[cell] = 1;
    if (tellCount === 0 || picture.luma[cell] < tells[0] || picture.luma[cell] > tells[1]) continue;
    if (sharpest > textured) ratios.push(fine / sharpest);
    else if (mostCoarse < flat && calmest > 0) grains.push(fine / calmest);
    if (calmestSpread > grainSpread && picture.fine[cell] < evenSpread) even++;
  }
  return {
    speckShare: specks.reduce((sum, value) => sum + value, 0) / count,
    worstSpeckShare: worstWindow(specks, picture),
    sharpness: ratios.length < leastCells ? 1 : percentile(Float32Array.from(ratios), 0.5),
    noise: grains.length < leastCells ? 1 : percentile(Float32Array.from(grains), 0.5),
    evenShare: even / count,
  };
}
