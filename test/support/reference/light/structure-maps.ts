import type { U16 } from "../../../../src/image/index.ts";
import type { StructureMapsArgs } from "../../../../src/kernels/declarations/light.ts";
import { pollCancel } from "../poll-cancel.ts";

export function structureMaps(args: StructureMapsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { sources, lumas, structure, width, height, factor } = args;
  const [columns, rows] = [width, height].map((size) => Math.ceil(size / factor));
  for (let row = rowBegin; row < rowEnd; row++) {
    pollCancel(cancel);
    for (const [k, source] of sources.entries()) {
      for (let column = 0; column < columns; column++) {
        const blocks: number[] = [];
        for (let y = Math.max(0, row - 1); y < Math.min(rows, row + 2); y++) {
          for (let x = Math.max(0, column - 1); x < Math.min(columns, column + 2); x++)
            blocks.push(blockMean(source, args, x, y));
        }
        lumas[k][row * columns + column] = blockMean(source, args, column, row);
        structure[k][row * columns + column] = variance(blocks);
      }
    }
  }
}

function blockMean(source: U16, { width, height, factor }: StructureMapsArgs, column: number, row: number): number {
  let sum = 0;
  let count = 0;
  for (let y = row * factor; y < Math.min(height, (row + 1) * factor); y++) {
    for (let x = column * factor; x < Math.min(width, (column + 1) * factor); x++) {
      sum += source[y * width + x];
      count++;
    }
  }
  return sum / (65535 * count);
}

function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}
