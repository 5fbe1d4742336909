import { percentile } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { Cells } from "./cells.ts";
import { counters, floats, total } from "./lists.ts";

/** Distance in CIELAB chroma, at one lightness, from which two places are clearly different surfaces. */
const foreignFrom = 16;
/**
 * A frame's cell shows its colour between these display values: below is noise, above a channel is clipped. If every
 * frame is clipped or dark, as at lamps, the least clipped one counts.
 */
const [darkest, brightest] = [0.1, 0.96];
/** Lightness by which colours of one surface are brought together, at most. */
const [leastRatio, mostRatio] = [0.5, 2.5];

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
  const limits = { foreignFrom, leastRatio, mostRatio, darkest, brightest };
  await kernels.run(
    "farColours",
    { lab: picture.lab, expected: expected.lab, ...shown, ...found, width, ...limits },
    height,
  );
  return {
    foreignShare: total(found.foreign) / count,
    farShare: total(found.far) / count,
    shift95: percentile(found.distances, 0.95),
  };
}
