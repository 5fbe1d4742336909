import { paintReach } from "./params.ts";

/** log(R/G) and log(B/G) of display values. */
interface Chromaticity {
  readonly red: number;
  readonly blue: number;
}

/** Colours that the pictures of one house have in common: what is white under its lights, and coloured paint. */
export interface KnownPaints {
  readonly whites: readonly Chromaticity[];
  readonly paints: readonly Chromaticity[];
}

/** Whether each pixel shows a known paint, 0 or 1: it is nearer to a paint of the house than to any of its whites. */
export function findPaint(samples: Float32Array, { whites, paints }: KnownPaints): Float32Array {
  const distance = (i: number, { red, blue }: Chromaticity) =>
    Math.hypot(samples[3 * i] - red, samples[3 * i + 1] - blue);
  return Float32Array.from({ length: samples.length / 3 }, (_, i) => {
    const toPaint = Math.min(paintReach, ...paints.map((paint) => distance(i, paint)));
    return toPaint < paintReach && whites.every((white) => distance(i, white) > toPaint) ? 1 : 0;
  });
}
