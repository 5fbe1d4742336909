import { type ArgsOf, declareKernel, f32, oneOf, out, single, size, u16 } from "../../declaration.ts";

/**
 * Scales sensor samples to a common range: target = `pedestal` + (source − level − `columns[x]` − `rows[y]`) · scale,
 * rounded and clamped to [0, 65535]. `source` and `target` can be the same. Rows are the picture's.
 */
export const rawLevelsArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", "samples"),
    target: out(u16("width", "height", "samples")),
    /** Levels and scales are at ((y % cellHeight) · cellWidth + x % cellWidth) · samples + c. */
    levels: f32("cellWidth", "cellHeight", "samples"),
    scales: f32("cellWidth", "cellHeight", "samples"),
    /** Added to the level of each column; 0 if the sensor has no such deltas. */
    columns: f32("width"),
    /** Added to the level of each row; 0 if the sensor has no such deltas. */
    rows: f32("height"),
    width: size,
    height: size,
    /** Interleaved samples a pixel. */
    samples: oneOf<number>(1, 3),
    cellWidth: size,
    cellHeight: size,
    pedestal: single,
  },
});
export type RawLevelsArgs = ArgsOf<typeof rawLevelsArgs>;
