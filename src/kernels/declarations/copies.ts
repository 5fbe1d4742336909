import {
  type ArgsOf,
  declareKernel,
  f32,
  integer,
  oneOf,
  out,
  samples,
  size,
  sizeUpTo,
  u8,
  u16,
} from "../declaration.ts";

/**
 * Small copies of a frame, made in one pass over it. Incomplete blocks at the right and lower border are skipped. Rows
 * are rows of `luma`, and one more if `fine` has a row beyond them.
 */
export const lumaCopiesArgs = declareKernel({
  rows: "(height / factor + coarsening - 1) / coarsening",
  args: {
    /** 8 or 16 bits. */
    source: samples("S", "width", "height", 3),
    /** Rec. 601 luma of the means of factor × factor blocks, 65535 = full scale. */
    fine: out(u16("width / factor", "height / factor")),
    /** Rec. 601 luma of the means of blocks `coarsening` times as wide and high, 1.0 = full scale. */
    luma: out(f32("width / factor / coarsening", "height / factor / coarsening")),
    /** Largest channel of the means of the same blocks, 1.0 = full scale. */
    peak: out(f32("width / factor / coarsening", "height / factor / coarsening")),
    width: size,
    height: size,
    factor: sizeUpTo(64),
    coarsening: oneOf(1, 2),
  },
});
export type LumaCopiesArgs = ArgsOf<typeof lumaCopiesArgs>;

/** Converts 16 bits to 8: round(x · 255 / 65535). `source` and `target` are rows of `rowSamples` samples. */
export const narrowArgs = declareKernel({
  args: {
    source: u16("rowSamples", "rowEnd"),
    target: out(u8("rowSamples", "rowEnd")),
    rowSamples: integer(1),
  },
});
export type NarrowArgs = ArgsOf<typeof narrowArgs>;

/**
 * One Gaussian pyramid step (5 × 5 binomial, reflect-101) over planes of 16-bit samples: `planes` × height × width to
 * `planes` × ⌈height/2⌉ × ⌈width/2⌉. Rows are target rows, one plane after the other (planes × target height).
 */
export const reducePlanesArgs = declareKernel({
  rows: "(height + 1) / 2 * planes",
  args: {
    source: u16("width", "height", "planes"),
    target: out(u16("(width + 1) / 2", "(height + 1) / 2", "planes")),
    width: size,
    height: size,
    planes: size,
  },
});
export type ReducePlanesArgs = ArgsOf<typeof reducePlanesArgs>;

/**
 * Area average over factor × factor blocks. `source` is width × height × channels (8 or 16 bits), `target` is
 * ⌊width/factor⌋ × ⌊height/factor⌋ × channels with 1.0 = full scale; an incomplete last block of a row or column is
 * skipped. Rows are target rows.
 */
export const shrinkArgs = declareKernel({
  rows: "height / factor",
  args: {
    source: samples("S", "width", "height", "channels"),
    target: out(f32("width / factor", "height / factor", "channels")),
    width: size,
    height: size,
    channels: sizeUpTo(4),
    factor: sizeUpTo(64),
  },
});
export type ShrinkArgs = ArgsOf<typeof shrinkArgs>;
