import { percentile } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { Cells } from "./cells.ts";
import { counters, floats, total } from "./lists.ts";
import { colours } from "./params.ts";

export interface ColourFacts {
  /** Share of cells whose colour is neither expected of the frames together nor shown by any of them. */
  readonly foreignShare: number;
  /** Share of cells whose colour lies far from what the frames together lead to expect. */
  readonly farShare: number;
  /** 95th percentile, over all cells, of the chroma between the picture and the expected colours. */
  readonly shift95: number;
}

/**
 * Compares colours: chroma scales with lightness for one and the same surface, so it is compared at our lightness.
 * Right are the expected colours, what a frame as bright as the picture would show, and all between: an exposure that
 * clips a channel shows a paler colour, and a picture may be as pale.
 */
export async function compareColours(
  picture: Cells,
  expected: Pick<Cells, "lab">,
  frames: readonly Cells[],
  { kernels }: StageContext,
): Promise<ColourFacts> {
  const { width, height } = picture;
  const count = width * height;
  const shown = {
    labs: frames.map((frame) => frame.lab),
    rgbs: frames.map((frame) => frame.rgb),
    lumas: frames.map((frame) => frame.luma),
  };
  const found = { distances: floats(count), far: counters(height), foreign: counters(height) };
  await kernels.run(
    "farColours",
    { lab: picture.lab, expected: expected.lab, ...shown, ...found, width, ...colours },
    height,
  );
  return {
    foreignShare: total(found.foreign) / count,
    farShare: total(found.far) / count,
    shift95: percentile(found.distances, 0.95),
  };
}
