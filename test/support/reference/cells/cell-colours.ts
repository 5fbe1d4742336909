import {
  type CellColoursArgs,
  type CellLumaArgs,
  type ColouredCellsArgs,
  cellSamples,
} from "../../../../src/kernels/declarations/cells.ts";
import { pollCancel } from "../poll-cancel.ts";

export function cellColours(args: CellColoursArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { copy, target, width } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let cell = y * width; cell < (y + 1) * width; cell++) {
      for (let c = 0; c < 3; c++) target[3 * cell + c] = copy[cell * cellSamples + c];
    }
  }
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

export function cellLuma(args: CellLumaArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { copy, target, width } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let cell = y * width; cell < (y + 1) * width; cell++) target[cell] = copy[cell * cellSamples + 3] / 65535;
  }
}
