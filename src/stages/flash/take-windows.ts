import {
  applyHomography,
  decodeSrgb,
  encodeSrgb,
  type Homography,
  type IntegerImage,
  maxValueOf,
} from "../../image/index.ts";
import { buildGrid, warpImage } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { WindowPart } from "./plan-windows.ts";

/** The parts, on small copies; `factor` is the number of picture pixels in a cell along each axis. */
interface WindowParts {
  readonly parts: readonly WindowPart[];
  readonly width: number;
  readonly height: number;
  readonly factor: number;
}

/** Blends the parts of flash frames into a picture of 16 bits, in place. */
export async function takeWindows(
  picture: IntegerImage,
  frames: readonly IntegerImage[],
  motions: readonly Homography[],
  { parts, width: gridWidth, height: gridHeight, factor }: WindowParts,
  context: StageContext,
): Promise<void> {
  const { memory } = context;
  const { width, height } = picture;
  for (const { frame, share, gain } of parts) {
    const sourceOf = (x: number, y: number) => applyHomography(motions[frame], x, y);
    const grid = buildGrid(width, height, { sourceOf }, memory);
    const moved = await warpImage(frames[frame], grid, context);
    memory.release(grid.positions);
    const cells = memory.u8(gridWidth * gridHeight);
    for (let i = 0; i < cells.length; i++) cells[i] = Math.round(255 * share[i]);
    const table = tableOf(moved, gain, context);
    const args = {
      source: moved.data,
      target: picture.data,
      table,
      // Only full scale counts as a lower bound of light.
      whiteFrom: maxValueOf(moved.data) - 1,
      share: cells,
      ...{ width, height, gridWidth, gridHeight, factor },
      wrapX: 0,
    } as const;
    await context.kernels.run("deghostBlend", args, height);
    for (const each of [moved.data, cells, table]) memory.release(each);
  }
}

/** Table from the samples of a frame to those of a picture of 16 bits. */
function tableOf({ data }: IntegerImage, gain: number, { memory }: StageContext) {
  const entries = data instanceof Uint8Array ? 256 : 65536;
  const table = memory.u16(3 * entries);
  for (let i = 0; i < entries; i++)
    table[i] = Math.round(65535 * Math.min(1, encodeSrgb(gain * decodeSrgb(i / (entries - 1)))));
  table.copyWithin(entries, 0, entries);
  table.copyWithin(2 * entries, 0, entries);
  return table;
}
