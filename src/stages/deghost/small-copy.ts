import type { IntegerImage, U16 } from "../../image/index.ts";
import type { StageContext } from "../context.ts";

/** Samples a cell: root mean squares of red, green, blue and luma, and the standard deviation inside the cell. */
export const cellSamples = 5;
export const lumaSample = 3;
export const spreadSample = 4;

/** Longer edge, at most, of the copies that movement is looked for on: fine enough for branches, small enough for milliseconds. */
const largestEdgePx = 1000;
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

export async function shrinkFrame(frame: IntegerImage, context: StageContext): Promise<SmallCopy> {
  const { data: source, width, height } = frame;
  const wanted = Math.max(leastFactor, Math.ceil(Math.max(width, height) / largestEdgePx));
  const factor = Math.min(wanted, 64, width, height);
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  const target = context.memory.u16(columns * rows * cellSamples);
  await context.kernels.run("deghostShrink", { source, target, width, height, factor }, rows);
  return { width: columns, height: rows, factor, data: target };
}
