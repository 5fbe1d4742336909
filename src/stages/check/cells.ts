import { decodeSrgb, type IntegerImage } from "../../image/index.ts";
import { cellSamples, lumaSample, type SmallCopy, spreadSample } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";

/** So many cells lie along a picture's width: what an eye sees of a picture at arm's length. */
const cellsAcross = 160;
/** A cell of one sample would show no detail. */
const leastSize = 2;

/**
 * A picture as a grid of cells, each a square of cells of its small copy. Lists have one entry a cell, colours are of mean light.
 */
export interface Cells {
  readonly width: number;
  readonly height: number;
  /** Display values 0 to 1 of red, green and blue, interleaved. */
  readonly rgb: Float32Array;
  /** CIELAB, interleaved. */
  readonly lab: Float32Array;
  /** Display values 0 to 1 of luma. */
  readonly luma: Float32Array;
  /** Standard deviation of green inside a cell over luma: relative detail of several pixels. */
  readonly detail: Float32Array;
  /** Mean standard deviation of single pixels over luma: the finest relative detail, and noise. */
  readonly fine: Float32Array;
}

/** Keeps relative detail finite in black, in display values. */
export const blackOffset = 0.03;

/** Colours of a small copy alone, as a picture; the caller releases its `data`. */
export function colourImage({ width, height, data }: SmallCopy, { memory }: StageContext): IntegerImage {
  const target = memory.u16(width * height * 3);
  for (let from = 0, to = 0; to < target.length; from += cellSamples, to += 3) {
    target[to] = data[from];
    target[to + 1] = data[from + 1];
    target[to + 2] = data[from + 2];
  }
  return { width, height, channels: 3, data: target, space: "srgb" };
}

export async function cellsOf(copy: SmallCopy, { kernels, memory }: StageContext): Promise<Cells> {
  const usual = Math.max(leastSize, Math.floor(Math.min(copy.width, copy.height * 1.5) / cellsAcross));
  const size = Math.min(usual, copy.width, copy.height); // a strip of single pixels has cells too
  const width = Math.floor(copy.width / size);
  const height = Math.floor(copy.height / size);
  const count = width * height;
  const target = memory.u16(count * cellSamples);
  const spreads = memory.f32(count);
  const args = { copy: copy.data, target, spreads, width: copy.width, height: copy.height, factor: size };
  await kernels.run("coarsenCells", args, height);
  const rgb = new Float32Array(3 * count);
  const luma = new Float32Array(count);
  const detail = new Float32Array(count);
  const fine = new Float32Array(count);
  const perSample = 1 / (65535 * size * size);
  for (let cell = 0, at = 0; cell < count; cell++, at += cellSamples) {
    const value = target[at + lumaSample] / 65535;
    luma[cell] = value;
    detail[cell] = target[at + spreadSample] / 65535 / (value + blackOffset);
    fine[cell] = (spreads[cell] * perSample) / (value + blackOffset);
    for (let c = 0; c < 3; c++) rgb[3 * cell + c] = target[at + c] / 65535;
  }
  for (const view of [target, spreads]) memory.release(view);
  return { width, height, rgb, lab: labOf(rgb), luma, detail, fine };
}

const tableSteps = 4095;
const lightTable = Float32Array.from({ length: tableSteps + 1 }, (_, i) => decodeSrgb(i / tableSteps));
/** Of CIELAB: the cube root, and a straight line near black. */
const lobeTable = Float32Array.from({ length: tableSteps + 1 }, (_, i) => {
  const t = i / tableSteps;
  return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116;
});

/** CIELAB (D65) of display sRGB, interleaved. */
export function labOf(rgb: Float32Array): Float32Array {
  const lab = new Float32Array(rgb.length);
  for (let at = 0; at < rgb.length; at += 3) {
    const r = lightTable[(rgb[at] * tableSteps + 0.5) | 0];
    const g = lightTable[(rgb[at + 1] * tableSteps + 0.5) | 0];
    const b = lightTable[(rgb[at + 2] * tableSteps + 0.5) | 0];
    const x = lobe((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    const y = lobe(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
    const z = lobe((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
    lab[at] = 116 * y - 16;
    lab[at + 1] = 500 * (x - y);
    lab[at + 2] = 200 * (y - z);
  }
  return lab;
}

/** Between the table's steps, which are coarse where the root is steep. */
function lobe(t: number): number {
  const place = t * tableSteps;
  const step = Math.min(tableSteps - 1, Math.floor(place));
  return lobeTable[step] + (lobeTable[step + 1] - lobeTable[step]) * (place - step);
}
