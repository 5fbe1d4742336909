import type { Cells } from "./cells.ts";
import { type LightMap, placeOf } from "./explained.ts";
import { toneEnds } from "./params.ts";

interface ToneFacts {
  /** Share of white cells in which a frame shows more. */
  readonly lostHighlights: number;
  /** Share of black cells in which a frame shows more. */
  readonly lostShadows: number;
  /** Share of cells that are black, white, or of one colour with all others. */
  readonly emptyShare: number;
}

export function compareTones(picture: Cells, frames: readonly Cells[]): ToneFacts {
  const count = picture.luma.length;
  let [highlights, shadows, empty] = [0, 0, 0];
  const shown = (cell: number) =>
    frames.some((frame) => frame.luma[cell] > toneEnds.dim && frame.luma[cell] < toneEnds.bright);
  for (let cell = 0; cell < count; cell++) {
    const luma = picture.luma[cell];
    if (luma > toneEnds.black && luma < toneEnds.white) continue;
    empty++;
    if (!shown(cell)) continue;
    if (luma >= toneEnds.white) highlights++;
    else shadows++;
  }
  const share = isOneColour(picture) ? 1 : empty / count;
  return { lostHighlights: highlights / count, lostShadows: shadows / count, emptyShare: share };
}

/** Share of cells with visible content, neither too dark nor too bright. */
export function usableShare({ luma }: Cells): number {
  let usable = 0;
  for (const value of luma) if (value > toneEnds.dim && value < toneEnds.bright) usable++;
  return usable / luma.length;
}

/**
 * Share of cells that are black or white; lamps, windows and sky may be white, by the confidence in `sources` of the
 * map.
 */
export function clippedShare(cells: Cells, map?: LightMap): number {
  const { luma } = cells;
  let clipped = 0;
  for (let cell = 0; cell < luma.length; cell++) {
    if (luma[cell] <= toneEnds.black) clipped++;
    else if (luma[cell] >= toneEnds.white) clipped += map ? Math.max(0, 1 - map.sources[placeOf(cell, cells, map)]) : 1;
  }
  return clipped / luma.length;
}

function isOneColour({ luma, detail }: Cells): boolean {
  let sum = 0;
  let squares = 0;
  let finer = 0;
  for (let i = 0; i < luma.length; i++) {
    sum += luma[i];
    squares += luma[i] * luma[i];
    finer += detail[i];
  }
  const mean = sum / luma.length;
  return (
    Math.sqrt(Math.max(0, squares / luma.length - mean * mean)) < toneEnds.nothing &&
    finer / luma.length < toneEnds.nothing
  );
}
