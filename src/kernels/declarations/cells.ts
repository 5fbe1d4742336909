import {
  type ArgsOf,
  declareKernel,
  f32,
  number,
  out,
  samples,
  size,
  sizeFrom,
  sizeUpTo,
  u8,
  u16,
} from "../declaration.ts";

/** Samples a cell in the target of {@link deghostShrink}: red, green, blue, luma, spread, peak. */
export const cellSamples = 6;

/**
 * What a frame shows over factor × factor blocks (factor 1 to 64), as root mean squares of display values: squares are
 * nearly light, so their means follow a change of exposure whatever the detail inside a block, which means of display
 * values do not. `source` is width × height × 3 (8 bits, or 16 of which 12 count). `target` has `cellSamples` of 16
 * bits, 65535 = 1, for each of ⌊width/factor⌋ × ⌊height/factor⌋ cells: root mean squares of red, green and blue, of
 * luma (Rec. 709 weights on the squares), and the standard deviation of green; and the largest sample of green. Rows
 * are the target's.
 */
export const deghostShrinkArgs = declareKernel({
  rows: "height / factor",
  constants: { cellSamples },
  args: {
    source: samples("S", "width", "height", 3),
    target: out(u16("width / factor", "height / factor", cellSamples)),
    width: sizeFrom("factor"),
    height: sizeFrom("factor"),
    factor: sizeUpTo(64),
  },
});
export type DeghostShrinkArgs = ArgsOf<typeof deghostShrinkArgs>;

/** Colours of a small copy's cells (`copy`, `width` a row, as `deghostShrink` makes it), interleaved, 65535 = 1. */
export const cellColoursArgs = declareKernel({
  args: {
    copy: u16("width", "rowEnd", cellSamples),
    target: out(u16("width", "rowEnd", 3)),
    width: size,
  },
});
export type CellColoursArgs = ArgsOf<typeof cellColoursArgs>;

/** The other way: colours as cells of a small copy, with their luma; what is inside a cell is not known and 0. */
export const colouredCellsArgs = declareKernel({
  args: {
    source: u16("width", "rowEnd", 3),
    target: out(u16("width", "rowEnd", cellSamples)),
    width: size,
  },
});
export type ColouredCellsArgs = ArgsOf<typeof colouredCellsArgs>;

/** Luma of a small copy's cells, 1 = full scale. */
export const cellLumaArgs = declareKernel({
  args: {
    copy: u16("width", "rowEnd", cellSamples),
    target: out(f32("width", "rowEnd")),
    width: size,
  },
});
export type CellLumaArgs = ArgsOf<typeof cellLumaArgs>;

/**
 * Cells of a small copy, as `deghostShrink` makes it (`copy`, width × height of `cellSamples`), brought together factor
 * × factor (1 to 64). `target` has ⌊width/factor⌋ × ⌊height/factor⌋ cells: what `deghostShrink` makes of the copy's
 * red, green and blue. `spreads` has for each of them the sum of the standard deviations of green inside the copy's
 * cells, 65535 = 1. Rows are the target's.
 */
export const coarsenCellsArgs = declareKernel({
  rows: "height / factor",
  args: {
    copy: u16("width", "height", cellSamples),
    target: out(u16("width / factor", "height / factor", cellSamples)),
    spreads: out(f32("width / factor", "height / factor")),
    width: sizeFrom("factor"),
    height: sizeFrom("factor"),
    factor: sizeUpTo(64),
  },
});
export type CoarsenCellsArgs = ArgsOf<typeof coarsenCellsArgs>;

/**
 * What a check reads of cells (`width` a row), as `coarsenCells` makes them with their `spreads` (sums over so many
 * cells of the small copy that `perSample` brings them to 1 = full scale). One entry a cell: `rgb` (interleaved) and
 * `luma`, display values 0 to 1; `detail`, the deviation of green inside the cell over luma, and `fine`, the mean one
 * inside the copy's cells over luma, both with `offset` added to luma.
 */
export const describeCellsArgs = declareKernel({
  args: {
    cells: u16("width", "rowEnd", cellSamples),
    spreads: f32("width", "rowEnd"),
    rgb: out(f32("width", "rowEnd", 3)),
    luma: out(f32("width", "rowEnd")),
    detail: out(f32("width", "rowEnd")),
    fine: out(f32("width", "rowEnd")),
    width: size,
    perSample: number,
    offset: number,
  },
});
export type DescribeCellsArgs = ArgsOf<typeof describeCellsArgs>;

/**
 * Green of a small copy's cells, as `deghostShrink` makes it (`copy`, width × height of `cellSamples`). `target`: the
 * mean of green, 65535 = 1, from its root mean square and its deviation. `clipped`: 1 where the largest sample inside a
 * cell is `clipAt` or more.
 */
export const greenCellsArgs = declareKernel({
  rows: "height",
  args: {
    copy: u16("width", "height", cellSamples),
    target: out(u16("width", "height")),
    clipped: out(u8("width", "height")),
    width: size,
    height: size,
    clipAt: number,
  },
});
export type GreenCellsArgs = ArgsOf<typeof greenCellsArgs>;

/** Steps of the tables of `labCells`. */
export const labTableSteps = 4095;

/**
 * CIELAB (D65) of display sRGB, 0 to 1, both interleaved, `width` cells a row. Tables have {@link labTableSteps} + 1
 * entries over 0 to 1: `light`, linear light of display values; `lobe`, the cube root of CIELAB with its straight line
 * near black.
 */
export const labCellsArgs = declareKernel({
  constants: { labTableSteps },
  args: {
    rgb: f32("width", "rowEnd", 3),
    lab: out(f32("width", "rowEnd", 3)),
    light: f32(labTableSteps + 1),
    lobe: f32(labTableSteps + 1),
    width: size,
  },
});
export type LabCellsArgs = ArgsOf<typeof labCellsArgs>;
