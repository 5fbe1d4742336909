import type { LightCellsArgs } from "../../../../src/kernels/declarations/light.ts";
import { pollCancel } from "../poll-cancel.ts";
import { readLight } from "./read-light.ts";

export function lightCells(args: LightCellsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { lumas, light, width, height, factor } = args;
  const columns = Math.ceil(width / factor);
  for (let row = rowBegin; row < rowEnd; row++) {
    pollCancel(cancel);
    for (let column = 0; column < columns; column++) {
      let [sum, count] = [0, 0];
      for (let y = row * factor; y < Math.min(height, (row + 1) * factor); y++) {
        for (let x = column * factor; x < Math.min(width, (column + 1) * factor); x++, count++) {
          sum += readLight(
            lumas.map((luma) => luma[y * width + x] / 65535),
            args,
          );
        }
      }
      light[row * columns + column] = sum / count;
    }
  }
}
