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

/** Compares the large steps of a picture with those of its frames. */
export function compareContrast(picture: SmoothLuma, frames: readonly SmoothLuma[]): ContrastFacts {
  const { width, height } = picture;
  let [pairs, reversed, grown] = [0, 0, 0];
  for (const [stepX, stepY] of [
    [apart, 0],
    [0, apart],
  ]) {
    for (let y = 0; y + stepY < height; y++) {
      for (let x = 0; x + stepX < width; x++, pairs++) {
        const from = y * width + x;
        const to = from + stepY * width + stepX;
        const ours = picture.data[to] - picture.data[from];
        if (Math.abs(ours) < reversedStep) continue;
        let [least, most] = [0, 0];
        for (const { data } of frames) {
          const step = data[to] - data[from];
          if (step < least) least = step;
          if (step > most) most = step;
        }
        const [along, against] = ours > 0 ? [most, -least] : [-least, most];
        if (against > plainStep && along < plainStep / 6) reversed++;
        if (Math.abs(ours) > grownBy * Math.max(along, against) + grownStep) grown++;
      }
    }
  }
  return { reversedShare: reversed / Math.max(1, pairs), haloShare: grown / Math.max(1, pairs) };
}
