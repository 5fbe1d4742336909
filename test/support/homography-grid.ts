import { applyHomography, type Homography, type PixelMemory } from "../../src/image/index.ts";
import { buildGrid, type WarpGrid } from "../../src/ops/index.ts";

/** The grid of a projective map from target to source pixels. */
export function gridFromHomography(
  width: number,
  height: number,
  targetToSource: Homography,
  memory: PixelMemory,
): WarpGrid {
  return buildGrid(width, height, { sourceOf: (x, y) => applyHomography(targetToSource, x, y) }, memory);
}
