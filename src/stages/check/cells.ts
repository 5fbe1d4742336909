import { cielabCurve, decodeSrgb, type F32, type IntegerImage } from "../../image/index.ts";
import { labTableSteps } from "../../kernels/index.ts";
import { cellSamples, type SmallCopy, shrinkFrame } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { cellGrid, minEdge } from "./params.ts";

// Lists with about one entry per cell: kilobytes, which kernels read and write and threads share.

export function floats(length: number): F32 {
  return new Float32Array(new SharedArrayBuffer(4 * length));
}

export function floatsOf(values: Float32Array): F32 {
  const list = floats(values.length);
  list.set(values);
  return list;
}

export function doubles(length: number): Float64Array<SharedArrayBuffer> {
  return new Float64Array(new SharedArrayBuffer(8 * length));
}

/** Integers, all 0. */
export function counters(length: number): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(4 * length));
}

export function total(counts: Int32Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * A picture as a grid of cells, each a square of samples of its small copy. Lists have one entry per cell; colours are
 * means of linear light.
 */
export interface Cells {
  readonly width: number;
  readonly height: number;
  /** Display values of red, green and blue, 0 to 1, interleaved. */
  readonly rgb: F32;
  /** CIELAB, interleaved. */
  readonly lab: F32;
  /** Display values of luma, 0 to 1. */
  readonly luma: F32;
  /** Standard deviation of green inside a cell divided by luma: relative detail over several pixels. */
  readonly detail: F32;
  /** Mean standard deviation of single pixels divided by luma: the finest relative detail, including noise. */
  readonly fine: F32;
}

/** The colours of a small copy as a picture; the caller releases its `data`. */
export async function colourImage(copy: SmallCopy, { kernels, memory }: StageContext): Promise<IntegerImage> {
  const { width, height, data } = copy;
  const target = memory.u16(width * height * 3);
  await kernels.run("cellColours", { copy: data, target, width }, height);
  return { width, height, channels: 3, data: target, space: "srgb" };
}

export async function cellsOf(copy: SmallCopy, context: StageContext): Promise<Cells> {
  const { kernels, memory } = context;
  const usual = Math.max(cellGrid.minSize, Math.floor(Math.min(copy.width, copy.height * 1.5) / cellGrid.cellsAcross));
  const size = Math.min(usual, copy.width, copy.height); // // a strip one pixel wide has cells too
  const width = Math.floor(copy.width / size);
  const height = Math.floor(copy.height / size);
  const count = width * height;
  const cells = memory.u16(count * cellSamples);
  const spreads = memory.f32(count);
  const args = { copy: copy.data, target: cells, spreads, width: copy.width, height: copy.height, factor: size };
  await kernels.run("coarsenCells", args, height);
  const described = { rgb: floats(3 * count), luma: floats(count), detail: floats(count), fine: floats(count) };
  const perSample = 1 / (65535 * size * size);
  await kernels.run(
    "describeCells",
    { cells, spreads, ...described, width, perSample, offset: cellGrid.blackOffset },
    height,
  );
  for (const view of [cells, spreads]) memory.release(view);
  return { width, height, ...described, lab: await labOf(described.rgb, width, context) };
}

const lightTable = floatsOf(Float32Array.from({ length: labTableSteps + 1 }, (_, i) => decodeSrgb(i / labTableSteps)));
const lobeTable = floatsOf(Float32Array.from({ length: labTableSteps + 1 }, (_, i) => cielabCurve(i / labTableSteps)));

/** CIELAB (D65) of display sRGB, interleaved, `width` cells a row. */
export async function labOf(rgb: F32, width: number, { kernels }: StageContext): Promise<F32> {
  const lab = floats(rgb.length);
  await kernels.run("labCells", { rgb, lab, light: lightTable, lobe: lobeTable, width }, rgb.length / (3 * width));
  return lab;
}

/** All data kept of one picture: its small copy, and coarser cells. Can be sent to other threads. */
export interface View {
  readonly copy: SmallCopy;
  readonly cells: Cells;
}

/** Builds the view of a picture with three channels; the caller releases it. */
export async function viewPicture(picture: IntegerImage, context: StageContext): Promise<View> {
  return viewCopy(await shrinkFrame(picture, context), context);
}

/** Builds the view of a small copy, which then belongs to the view. */
export async function viewCopy(copy: SmallCopy, context: StageContext): Promise<View> {
  return { copy, cells: await cellsOf(copy, context) };
}

export function releaseView({ copy }: View, { memory }: StageContext): void {
  memory.release(copy.data);
}

/** Whether a small copy is too small to be checked. */
export function isTooSmall({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return Math.min(width, height) < minEdge;
}
