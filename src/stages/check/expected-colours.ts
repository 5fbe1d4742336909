import { exposednessOf } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { type Cells, labOf } from "./cells.ts";
import { floats } from "./lists.ts";
import { expected } from "./params.ts";

/** Which frame shows a place where something moved; 255 where all frames do. On a grid over the picture. */
export interface ShownBy {
  readonly width: number;
  readonly height: number;
  readonly frames: Uint8Array;
}

/**
 * The colours that the frames lead to expect: the mean of those that are well exposed at a cell and clip no channel
 * there; where something moved, the colour of the frame that shows it. If no frame qualifies, the colour of `fallback`.
 */
export async function expectColours(
  frames: readonly Cells[],
  fallback: Cells,
  shownBy: ShownBy | undefined,
  context: StageContext,
): Promise<Pick<Cells, "rgb" | "lab">> {
  const { width } = fallback;
  const rgb = floats(fallback.rgb.length);
  for (let cell = 0; cell < fallback.luma.length; cell++) {
    const only = shownBy && frameAt(shownBy, cell, fallback);
    let total = 0;
    for (const [k, frame] of frames.entries()) {
      if (only !== undefined && only !== k) continue;
      const weight = weightOf(frame, cell);
      total += weight;
      for (let i = 3 * cell; i < 3 * cell + 3; i++) rgb[i] += weight * frame.rgb[i];
    }
    for (let i = 3 * cell; i < 3 * cell + 3; i++)
      rgb[i] = total < expected.leastWeight ? fallback.rgb[i] : rgb[i] / total;
  }
  return { rgb, lab: await labOf(rgb, width, context) };
}

function frameAt({ width, height, frames }: ShownBy, cell: number, cells: Cells): number | undefined {
  const x = Math.min(width - 1, Math.floor((((cell % cells.width) + 0.5) * width) / cells.width));
  const y = Math.min(height - 1, Math.floor(((Math.floor(cell / cells.width) + 0.5) * height) / cells.height));
  const frame = frames[y * width + x];
  return frame === 255 ? undefined : frame;
}

function weightOf({ rgb, luma }: Cells, cell: number): number {
  const at = 3 * cell;
  const most = Math.max(rgb[at], rgb[at + 1], rgb[at + 2]);
  if (most >= expected.clipped) return 0;
  return exposednessOf(luma[cell]) * Math.min(1, (expected.clipped - most) / (expected.clipped - expected.clipsFrom));
}
