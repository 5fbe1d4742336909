import type { IntegerImage, U16 } from "../image/index.ts";
import { cellSamples } from "../kernels/index.ts";
import { type FrameNoise, measureNoise } from "./frame-noise.ts";
import type { Tools } from "./shrink.ts";

/**
 * Positions of a cell's samples after red, green and blue: luma, and the standard deviation of green inside the cell.
 * The last sample is its largest green.
 */
export { cellSamples };
export const lumaSample = 3;
export const spreadSample = 4;

/** Maximum longer edge in pixels: fine enough for moving branches, small enough to take only milliseconds. */
const largestEdgePx = 800;
/** Range of pixels averaged along each axis. Averaging fewer than 2 × 2 leaves grain and compression in the copies. */
const minRatio = 2;
const maxRatio = 4;
/** Maximum longer edge, in pixels, at which motion is measured: at finer scales, cameras show noise. */
const fineEdgePx = 3200;

/** A small copy of a frame, as the kernel `deghostShrink` writes it; 65535 = 1. The caller releases `data`. */
export interface SmallCopy {
  readonly width: number;
  readonly height: number;
  /** Pixels of the frame, along each axis, that a cell covers. */
  readonly factor: number;
  /** The same for the pixels on which motion is finally measured; a divisor of `factor`. */
  readonly fineFactor: number;
  readonly data: U16;
}

/** A small copy of a frame of a bracket, and the noise of the frame's pixels, which the copy averages out. */
export interface FrameCopy extends SmallCopy {
  readonly noise: FrameNoise;
}

/** A cell is 2 to 4 fine pixels wide, or 1 in tiny pictures. */
function factorsFor({ width, height }: IntegerImage): { factor: number; fineFactor: number } {
  const longer = Math.max(width, height);
  const fineFactor = Math.min(16, Math.ceil(longer / fineEdgePx));
  const ratio = Math.min(maxRatio, Math.max(minRatio, Math.ceil(longer / fineFactor / largestEdgePx)));
  const factor = Math.min(fineFactor * ratio, width, height);
  return { factor, fineFactor: factor === fineFactor * ratio ? fineFactor : factor };
}

export async function shrinkFrame(image: IntegerImage, { kernels, memory }: Tools): Promise<SmallCopy> {
  const { data: source, width, height } = image;
  const { factor, fineFactor } = factorsFor(image);
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  const target = memory.u16(columns * rows * cellSamples);
  await kernels.run("deghostShrink", { source, target, width, height, factor }, rows);
  return { width: columns, height: rows, factor, fineFactor, data: target };
}

/**
 * {@link shrinkFrame} with the noise, which is measured in some thousand squares of pixels; this takes some
 * milliseconds at any size.
 */
export async function copyFrame(image: IntegerImage, context: Tools): Promise<FrameCopy> {
  return { ...(await shrinkFrame(image, context)), noise: await measureNoise(image, context) };
}

/** Display value from which a channel counts as clipped: cameras roll off below full scale. */
export const clipped = 0.97;

/** Whether any channel of a cell is clipped. */
export function isClipped({ data }: SmallCopy, cell: number): boolean {
  const i = cell * cellSamples;
  return Math.max(data[i], data[i + 1], data[i + 2]) >= clipped * 65535;
}

/** Whether any pixel of a cell might be clipped, if its values vary like those of green. */
export function isNearlyClipped({ data }: SmallCopy, cell: number): boolean {
  const i = cell * cellSamples;
  return Math.max(data[i], data[i + 1], data[i + 2]) + 2 * data[i + spreadSample] >= clipped * 65535;
}

/** Distance in samples between cells if `wantedCells` cells spread over a copy are sufficient. */
export function strideFor({ width, height }: SmallCopy, wantedCells: number): number {
  // Odd, so that cells come from all columns in turn.
  return cellSamples * (Math.floor((width * height) / wantedCells) | 1);
}
