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
  /** Median, over nearly neutral cells, of the shift in a and b. */
  readonly cast: number;
}

/** Compares colours: chroma scales with lightness for one and the same surface, so it is compared at our lightness. */
export function compareColours(picture: Cells, plain: Cells, frames: readonly Cells[]): ColourFacts {
  const count = picture.luma.length;
  const distances = new Float32Array(count);
  let [foreignCells, farCells] = [0, 0];
  const [shiftsA, shiftsB]: number[][] = [[], []];
  for (let cell = 0; cell < count; cell++) {
    const apart = chromaApart(picture, plain, cell);
    distances[cell] = apart;
    if (apart > foreign) {
      farCells++;
      if (!frames.some((frame) => knows(frame, cell) && chromaApart(picture, frame, cell) <= foreign)) foreignCells++;
    }
    if (isNearlyNeutral(plain, cell)) {
      shiftsA.push(picture.lab[3 * cell + 1] - plain.lab[3 * cell + 1]);
      shiftsB.push(picture.lab[3 * cell + 2] - plain.lab[3 * cell + 2]);
    }
  }
  return {
    foreignShare: foreignCells / count,
    farShare: farCells / count,
    shift95: percentile(distances, 0.95),
    cast: Math.hypot(middleOf(shiftsA), middleOf(shiftsB)),
  };
}

function chromaApart({ lab: ours }: Cells, { lab: theirs }: Cells, cell: number): number {
  const at = 3 * cell;
  const ratio = Math.min(mostRatio, Math.max(leastRatio, (ours[at] + 8) / (theirs[at] + 8)));
  return Math.hypot(ours[at + 1] - ratio * theirs[at + 1], ours[at + 2] - ratio * theirs[at + 2]);
}

function knows({ rgb, luma }: Cells, cell: number): boolean {
  return luma[cell] > tells[0] && Math.max(rgb[3 * cell], rgb[3 * cell + 1], rgb[3 * cell + 2]) < tells[1];
}

function isNearlyNeutral({ lab }: Cells, cell: number): boolean {
  const at = 3 * cell;
  return lab[at] > 25 && lab[at] < 97 && Math.hypot(lab[at + 1], lab[at + 2]) < 12;
}

export function percentile(values: Float32Array, share: number): number {
  if (values.length === 0) return 0;
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

function middleOf(values: readonly number[]): number {
  return percentile(Float32Array.from(values), 0.5);
}
