import { percentile } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { Cells } from "./cells.ts";
import { counters, floats, total } from "./lists.ts";
import { cellGrid, texture } from "./params.ts";
import { worstWindow } from "./worst-window.ts";

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
    noise: grains.length < texture.leastCells ? 1 : percentile(grains, 0.5),
    evenShare: total(found.counts) / count,
  };
}
