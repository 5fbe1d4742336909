import type { F32, U16 } from "../../../image/index.ts";
import { pollCancel } from "../poll-cancel.ts";
import { cellSamples } from "./deghost-shrink.ts";

/** Colours of a small copy's cells (`copy`, `width` a row, as `deghostShrink` makes it), interleaved, 65535 = 1. */
export interface CellColoursArgs {
  readonly copy: U16;
  readonly target: U16;
  readonly width: number;
}

export function cellColours(args: CellColoursArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { copy, target, width } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let cell = y * width; cell < (y + 1) * width; cell++) {
      for (let c = 0; c < 3; c++) target[3 * cell + c] = copy[cell * cellSamples + c];
    }
  }
}

/** The other way: colours as cells of a small copy, with their luma; what is inside a cell is not known and 0. */
export interface ColouredCellsArgs {
  readonly source: U16;
  readonly target: U16;
  readonly width: number;
}

export function colouredCells(args: ColouredCellsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, width } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let cell = y * width; cell < (y + 1) * width; cell++) {
      const [r, g, b] = source.subarray(3 * cell, 3 * cell + 3);
      const luma = Math.sqrt(0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b);
      target.set([r, g, b, luma, 0, 0], cell * cellSamples);
    }
  }
}

/** Luma of a small copy's cells, 1 = full scale. */
export interface CellLumaArgs {
  readonly copy: U16;
  readonly target: F32;
  readonly width: number;
}

export function cellLuma(args: CellLumaArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { copy, target, width } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let cell = y * width; cell < (y + 1) * width; cell++) target[cell] = copy[cell * cellSamples + 3] / 65535;
  }
}
