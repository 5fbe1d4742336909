import { boxMean } from "../../ops/index.ts";
import type { Cells } from "./cells.ts";

/** Cells between the two places that are compared: a twentieth of the picture's width. */
const apart = 8;
/** Cells around each of them that are averaged. */
const radius = 2;
/** Luma, in display values, by which every frame says one place is brighter, and the picture at least says it is darker. */
const [plainStep, reversedStep] = [0.06, 0.04];
/** A step beyond the frames' largest by this factor and this much luma is made by the fusion. */
const [grownBy, grownStep] = [1.4, 0.05];

export interface ContrastFacts {
  /** Share of pairs of places of which the picture says the opposite of what every frame says. */
  readonly reversedShare: number;
  /** Share of pairs that differ more in the picture than in any frame: halos, shaded walls. */
  readonly haloShare: number;
}

export type SmoothLuma = Pick<Cells, "width" | "height"> & { readonly data: Float32Array };

export function smoothLuma({ width, height, luma }: Cells): SmoothLuma {
  return { width, height, data: boxMean({ width, height, data: luma }, radius, false) };
}

/** Compares the large steps of a picture with those of its frames, along rows and columns. */
export function compareContrast(picture: SmoothLuma, frames: readonly SmoothLuma[]): ContrastFacts {
  const { width, height } = picture;
  const total = { pairs: 0, reversed: 0, grown: 0 };
  countSteps(picture, frames, width - apart, height, apart, total);
  countSteps(picture, frames, width, height - apart, apart * width, total);
  const pairs = Math.max(1, total.pairs);
  return { reversedShare: total.reversed / pairs, haloShare: total.grown / pairs };
}

interface StepCounts {
  pairs: number;
  reversed: number;
  grown: number;
}

function countSteps(
  { width, data }: SmoothLuma,
  frames: readonly SmoothLuma[],
  columns: number,
  rows: number,
  offset: number,
  counts: StepCounts,
): void {
  for (let y = 0; y < rows; y++) {
    for (let from = y * width; from < y * width + columns; from++) {
      counts.pairs++;
      const ours = data[from + offset] - data[from];
      if (Math.abs(ours) < reversedStep) continue;
      let least = 0;
      let most = 0;
      for (const frame of frames) {
        const step = frame.data[from + offset] - frame.data[from];
        if (step < least) least = step;
        if (step > most) most = step;
      }
      const along = ours > 0 ? most : -least;
      const against = ours > 0 ? -least : most;
      if (against > plainStep && along < plainStep / 6) counts.reversed++;
      if (Math.abs(ours) > grownBy * Math.max(along, against) + grownStep) counts.grown++;
    }
  }
}
