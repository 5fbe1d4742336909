import type { IntegerImage, U16 } from "../image/index.ts";
import { cellSamples } from "../kernels/index.ts";
import { type FrameNoise, measureNoise } from "./frame-noise.ts";
import type { Tools } from "./shrink.ts";

/**
 * Samples of a cell beyond red, green and blue: luma, and the standard deviation of green inside the cell. The last one
 * is its largest green.
 */
export { cellSamples };
export const lumaSample = 3;
export const spreadSample = 4;

/** Longer edge, at most: fine enough for branches that move, small enough for milliseconds. */
const largestEdgePx = 800;
/** Averaging fewer pixels than 2 × 2 leaves grain and compression in the copies. */
const leastRatio = 2;
const mostRatio = 4;
/** Motion is measured at most this fine: beyond, cameras show noise. */
const fineEdgePx = 3200;

/** A small copy of a frame, as the kernel `deghostShrink` makes it; 65535 = 1. The caller releases `data`. */
export interface SmallCopy {
  readonly width: number;
  readonly height: number;
  /** Pixels of the frame, along each axis, that a cell covers. */
  readonly factor: number;
  /** As `factor`, for the pixels on which motion is measured at last; a divisor of it. */
  readonly fineFactor: number;
  readonly data: U16;
}

/** A small copy of a frame of a bracket, and the noise of its pixels, which the copy averages away. */
export interface FrameCopy extends SmallCopy {
  readonly noise: FrameNoise;
}

/** A cell is 2 to 4 fine pixels wide; in pictures of a few pixels it is one. */
function factorsFor({ width, height }: IntegerImage): { factor: number; fineFactor: number } {
  const longer = Math.max(width, height);
  const fineFactor = Math.min(16, Math.ceil(longer / fineEdgePx));
  const ratio = Math.min(mostRatio, Math.max(leastRatio, Math.ceil(longer / fineFactor / largestEdgePx)));
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
 * {@link shrinkFrame} with the noise, which is read of some thousand squares of pixels: some milliseconds, whatever the
 * size.
 */
export async function copyFrame(image: IntegerImage, context: Tools): Promise<FrameCopy> {
  return { ...(await shrinkFrame(image, context)), noise: await measureNoise(image, context) };
}

/**
 * Mean of green in the cell whose samples begin at `at`, 65535 = 1: what its root mean square and its deviation leave;
 * noise does not lift it.
 */
export function greenMean(data: U16, at: number): number {
  const green = data[at + 1];
  const spread = data[at + spreadSample];
  return Math.sqrt(Math.max(0, green * green - spread * spread));
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
