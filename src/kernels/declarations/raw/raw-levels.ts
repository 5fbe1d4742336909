import { type ArgsOf, declareKernel, f32, oneOf, out, single, size, u16 } from "../../declaration.ts";

/**
 * Sensor samples to one common scale: target = `pedestal` + (source − level − `columns[x]` − `rows[y]`) · scale,
 * rounded, in [0, 65535]. `samples` interleaved values a pixel; level and scale are at ((y % cellHeight) · cellWidth
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
