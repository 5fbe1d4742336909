import type { F32, U16 } from "../../../image/index.ts";
import { pollCancel } from "../poll-cancel.ts";

/**
 * Sensor samples to one common scale: target = `pedestal` + (source − level − `columns[x]` − `rows[y]`) · scale, rounded, in [0, 65535].
 * `samples` interleaved values a pixel; level and scale stand at ((y % cellHeight) · cellWidth + x % cellWidth) · samples + c.
 * `source` and `target` may be one. Rows are the picture's.
 */
export interface RawLevelsArgs {
  readonly source: U16;
  readonly target: U16;
  readonly levels: F32;
  readonly scales: F32;
  readonly columns: F32;
  readonly rows: F32;
  readonly width: number;
  readonly height: number;
  readonly samples: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly pedestal: number;
}

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
