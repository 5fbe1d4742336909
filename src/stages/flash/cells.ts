import { decodeSrgb, luminanceWeights } from "../../image/index.ts";

/** Size of a grid of cells. */
export interface CellSize {
  readonly width: number;
  readonly height: number;
}

/** Linear luminance of a cell of interleaved display sRGB, 0 to 1. */
export function luminanceOf(display: Float32Array, cell: number): number {
  const [red, green, blue] = luminanceWeights;
  const i = 3 * cell;
  return red * decodeSrgb(display[i]) + green * decodeSrgb(display[i + 1]) + blue * decodeSrgb(display[i + 2]);
}

/** The largest display value of a cell's three channels, 0 to 1. */
export function brightestOf(display: Float32Array, cell: number): number {
  return Math.max(display[3 * cell], display[3 * cell + 1], display[3 * cell + 2]);
}
