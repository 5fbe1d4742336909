import { cellSamples, type ExposureLink, lookUp, lumaSample, type SmallCopy } from "../../ops/index.ts";
import type { CarriedNoise } from "./carried-noise.ts";
import { findParts, type Grid } from "./cell-mask.ts";
import { carried } from "./params.ts";

/** Cells of frame `to` that are to show frame `to` − 1, which shows in each what one darker frame or itself saw. */
export interface Showing {
  readonly copies: readonly SmallCopy[];
  readonly link: ExposureLink;
  readonly to: number;
  readonly cells: Uint8Array;
  /** The frame whose pixels frame `to` − 1 shows. */
  readonly origin: Uint8Array;
}

/**
 * Takes connected parts out of `cells` in which the noise of what is shown would be seen and be a larger error than the
 * ghost that stays where the frame keeps its own pixels.
 */
export function leaveGrainy({ copies, link, to, cells, origin }: Showing, noise: CarriedNoise, grid: Grid): void {
  const grain = new Float32Array(cells.length);
  const grainy = new Uint8Array(cells.length);
  for (let i = 0; i < cells.length; i++) {
    if (!cells[i]) continue;
    grain[i] = noise.beyond(origin[i], to, copies[origin[i]].data[i * cellSamples + lumaSample] / 65535);
    if (grain[i] > 0) grainy[i] = 1;
  }
  if (!grainy.includes(1)) return;
  for (const part of findParts(grainy, grid)) {
    if (part.length < carried.leastCells) continue;
    let [byGrain, byGhost] = [0, 0];
    for (const cell of part) {
      byGrain += grain[cell];
      byGhost += squaredGhost(copies[to - 1], copies[to], link, cell);
    }
    if (byGhost < byGrain) for (const cell of part) cells[cell] = 0;
  }
}

/** Mean over the channels of how far, squared, a cell differs from what the darker frame predicts; display values. */
function squaredGhost(dark: SmallCopy, bright: SmallCopy, { up }: ExposureLink, cell: number): number {
  let sum = 0;
  for (let c = 0; c < lumaSample; c++) {
    const at = cell * cellSamples + c;
    sum += (lookUp(up[c], dark.data[at] / 65535) - bright.data[at] / 65535) ** 2;
  }
  return sum / lumaSample;
}
