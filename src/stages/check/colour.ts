import { percentile } from "../../ops/index.ts";
import type { Cells } from "./cells.ts";

/** CIELAB chroma apart, at one lightness, that nobody takes for the same surface in the same light. */
const foreign = 16;
/** A frame's cell tells a colour between these display values: below is noise, above a channel is clipped. */
const tells = [0.1, 0.96] as const;
/** Lightness by which colours of one surface are brought together, at most. */
const [leastRatio, mostRatio] = [0.5, 2.5];

export interface ColourFacts {
  /** Share of cells whose colour neither the plain picture nor any frame shows. */
  readonly foreignShare: number;
  /** Share of cells whose colour the plain picture does not show. */
  readonly farShare: number;
  /** 95th percentile, over all cells, of the chroma between picture and plain picture. */
  readonly shift95: number;
}

/** Compares colours: chroma scales with lightness for one and the same surface, so it is compared at our lightness. */
export function compareColours(picture: Cells, plain: Cells, frames: readonly Cells[]): ColourFacts {
  const count = picture.luma.length;
  const distances = new Float32Array(count);
  let [foreignCells, farCells] = [0, 0];
  for (let cell = 0; cell < count; cell++) {
    const at = 3 * cell;
    const apart = chromaApart(picture.lab, plain.lab, at);
    distances[cell] = apart;
    if (apart > foreign) {
      farCells++;
      if (!frames.some((frame) => knows(frame, cell) && chromaApart(picture.lab, frame.lab, at) <= foreign))
        foreignCells++;
    }
  }
  return {
    foreignShare: foreignCells / count,
    farShare: farCells / count,
    shift95: percentile(distances, 0.95),
  };
}

function chromaApart(ours: Float32Array, theirs: Float32Array, at: number): number {
  const ratio = Math.min(mostRatio, Math.max(leastRatio, (ours[at] + 8) / (theirs[at] + 8)));
  const a = ours[at + 1] - ratio * theirs[at + 1];
  const b = ours[at + 2] - ratio * theirs[at + 2];
  return Math.sqrt(a * a + b * b);
}

function knows({ rgb, luma }: Cells, cell: number): boolean {
  return luma[cell] > tells[0] && Math.max(rgb[3 * cell], rgb[3 * cell + 1], rgb[3 * cell + 2]) < tells[1];
}
