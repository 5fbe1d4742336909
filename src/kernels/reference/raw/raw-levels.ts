import { type ArgsOf, declareKernel, f32, oneOf, out, single, size, u16 } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";

/**
 * Sensor samples to one common scale: target = `pedestal` + (source − level − `columns[x]` − `rows[y]`) · scale,
 * rounded, in [0, 65535]. `samples` interleaved values a pixel; level and scale stand at ((y % cellHeight) · cellWidth
 * + x % cellWidth) · samples + c. `source` and `target` may be one. Rows are the picture's.
 */
export const rawLevelsArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", "samples"),
    target: out(u16("width", "height", "samples")),
    levels: f32("cellWidth", "cellHeight", "samples"),
    scales: f32("cellWidth", "cellHeight", "samples"),
    columns: f32("width"),
    rows: f32("height"),
    width: size,
    height: size,
    samples: oneOf<number>(1, 3),
    cellWidth: size,
    cellHeight: size,
    pedestal: single,
  },
});
export type RawLevelsArgs = ArgsOf<typeof rawLevelsArgs>;

export function rawLevels(args: RawLevelsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, levels, scales, columns, rows, width, samples, cellWidth, cellHeight, pedestal } = args;
  const f = Math.fround;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < samples; c++) {
        const cell = ((y % cellHeight) * cellWidth + (x % cellWidth)) * samples + c;
        const at = (y * width + x) * samples + c;
        const black = f(f(levels[cell] + columns[x]) + rows[y]);
        const value = f(pedestal + f(f(source[at] - black) * scales[cell]));
        target[at] = Math.floor(Math.min(65535, Math.max(0, value)) + 0.5);
      }
    }
  }
}
