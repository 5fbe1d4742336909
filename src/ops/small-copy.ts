import type { IntegerImage, PixelMemory, U16 } from "../image/index.ts";
import { cellSamples, type KernelRunner } from "../kernels/index.ts";

interface Tools {
  readonly kernels: KernelRunner;
  readonly memory: PixelMemory;
}

/** Samples of a cell beyond red, green and blue: luma, and the standard deviation inside the cell. */
export { cellSamples };
export const lumaSample = 3;
export const spreadSample = 4;

/** Longer edge, at most, of the copies that movement is looked for on: fine enough for branches, small enough for milliseconds. */
const largestEdgePx = 800;
/** Averaging fewer pixels than 2 × 2 leaves grain and compression in the copies. */
const leastFactor = 2;

/** A small copy of a frame; 65535 = 1. The caller releases `data`. */
export interface SmallCopy {
  readonly width: number;
  readonly height: number;
  /** Pixels of the frame, along each axis, that a cell covers. */
  readonly factor: number;
  readonly data: U16;
}

export async function shrinkFrame(frame: IntegerImage, context: Tools): Promise<SmallCopy> {
  const { data: source, width, height } = frame;
  const wanted = Math.max(leastFactor, Math.ceil(Math.max(width, height) / largestEdgePx));
  const factor = Math.min(wanted, 64, width, height);
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  const target = context.memory.u16(columns * rows * cellSamples);
  await context.kernels.run("deghostShrink", { source, target, width, height, factor }, rows);
  return { width: columns, height: rows, factor, data: target };
}

/** From this display value on a channel counts as clipped: cameras roll off below full scale. */
export const clipped = 0.97;

/** Whether any channel of a cell is clipped. */
export function isClipped({ data }: SmallCopy, cell: number): boolean {
  const i = cell * cellSamples;
  return Math.max(data[i], data[i + 1], data[i + 2]) >= clipped * 65535;
}

/** Whether any pixel of a cell may be: its values spread as those of green do. */
export function isNearlyClipped({ data }: SmallCopy, cell: number): boolean {
  const i = cell * cellSamples;
  return Math.max(data[i], data[i + 1], data[i + 2]) + 2 * data[i + spreadSample] >= clipped * 65535;
}

/** Samples from one cell to the next when so many cells spread over a copy are enough. */
export function strideFor({ width, height }: SmallCopy, wantedCells: number): number {
  // Odd, so that columns take turns.
  return cellSamples * (Math.floor((width * height) / wantedCells) | 1);
}
