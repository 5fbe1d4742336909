import { type ArgsOf, declareKernel, f32, out, size, u16 } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";
import { cellSamples } from "./deghost-shrink.ts";

/** Colours of a small copy's cells (`copy`, `width` a row, as `deghostShrink` makes it), interleaved, 65535 = 1. */
export const cellColoursArgs = declareKernel({
  args: {
    copy: u16("width", "rowEnd", cellSamples),
    target: out(u16("width", "rowEnd", 3)),
    width: size,
  },
});
export type CellColoursArgs = ArgsOf<typeof cellColoursArgs>;

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
export const colouredCellsArgs = declareKernel({
  args: {
    source: u16("width", "rowEnd", 3),
    target: out(u16("width", "rowEnd", cellSamples)),
    width: size,
  },
});
export type ColouredCellsArgs = ArgsOf<typeof colouredCellsArgs>;

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
export const cellLumaArgs = declareKernel({
  args: {
    copy: u16("width", "rowEnd", cellSamples),
    target: out(f32("width", "rowEnd")),
    width: size,
  },
});
export type CellLumaArgs = ArgsOf<typeof cellLumaArgs>;

export function cellLuma(args: CellLumaArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { copy, target, width } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let cell = y * width; cell < (y + 1) * width; cell++) target[cell] = copy[cell * cellSamples + 3] / 65535;
  }
}
