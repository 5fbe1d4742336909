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

/** Samples of a cell in the target of {@link deghostShrink}: red, green, blue, luma, spread, peak. */
export const cellSamples = 6;

/**
 * Small copy of a frame: one cell for each block of factor × factor pixels. Red, green, blue and luma are root mean
 * squares of display values. Squares of display values are nearly linear light, so their means follow a change of
 * exposure whatever the detail inside a block; means of display values do not. Rows are target rows.
 */
export const deghostShrinkArgs = declareKernel({
  rows: "height / factor",
  constants: { cellSamples },
  args: {
    /** 8 bits, or 16 bits of which the upper 12 are used. */
    source: samples("S", "width", "height", 3),
    /**
     * `cellSamples` a cell, 65535 = 1: root mean squares of red, green, blue and luma (Rec. 709 weights on the
     * squares), the standard deviation of green, and the largest sample of green.
     */
    target: out(u16("width / factor", "height / factor", cellSamples)),
    width: sizeFrom("factor"),
    height: sizeFrom("factor"),
    factor: sizeUpTo(64),
  },
});
export type DeghostShrinkArgs = ArgsOf<typeof deghostShrinkArgs>;

/** Colours of the cells of a small copy. Rows are rows of cells. */
export const cellColoursArgs = declareKernel({
  args: {
    /** As `deghostShrink` writes it. */
    copy: u16("width", "rowEnd", cellSamples),
    /** Red, green, blue, 65535 = 1. */
    target: out(u16("width", "rowEnd", 3)),
    width: size,
  },
});
export type CellColoursArgs = ArgsOf<typeof cellColoursArgs>;

/**
 * The reverse of `cellColours`: cells with the given colours and their luma. Their spread and peak are unknown and set
 * to 0.
 */
export const colouredCellsArgs = declareKernel({
  args: {
    source: u16("width", "rowEnd", 3),
    target: out(u16("width", "rowEnd", cellSamples)),
    width: size,
  },
});
export type ColouredCellsArgs = ArgsOf<typeof colouredCellsArgs>;

/** Luma of the cells of a small copy, 1 = full scale. */
export const cellLumaArgs = declareKernel({
  args: {
    copy: u16("width", "rowEnd", cellSamples),
    target: out(f32("width", "rowEnd")),
    width: size,
  },
});
export type CellLumaArgs = ArgsOf<typeof cellLumaArgs>;

/** Merges factor × factor cells of a small copy into one. Rows are target rows. */
export const coarsenCellsArgs = declareKernel({
  rows: "height / factor",
  args: {
    /** As `deghostShrink` writes it. */
    copy: u16("width", "height", cellSamples),
    /** What `deghostShrink` would make of the copy's red, green and blue. */
    target: out(u16("width / factor", "height / factor", cellSamples)),
    /** For each target cell, the sum of the standard deviations of green in the merged cells, 65535 = 1. */
    spreads: out(f32("width / factor", "height / factor")),
    width: sizeFrom("factor"),
    height: sizeFrom("factor"),
    factor: sizeUpTo(64),
  },
});
export type CoarsenCellsArgs = ArgsOf<typeof coarsenCellsArgs>;

/** Colour, luma and detail of the cells that `coarsenCells` writes. Rows are rows of cells. */
export const describeCellsArgs = declareKernel({
  args: {
    cells: u16("width", "rowEnd", cellSamples),
    spreads: f32("width", "rowEnd"),
    /** Interleaved display values, 0 to 1. */
    rgb: out(f32("width", "rowEnd", 3)),
    /** Display values, 0 to 1. */
    luma: out(f32("width", "rowEnd")),
    /** Standard deviation of green inside the cell / (luma + `offset`). */
    detail: out(f32("width", "rowEnd")),
    /** Mean standard deviation of green inside the merged cells of the small copy / (luma + `offset`). */
    fine: out(f32("width", "rowEnd")),
    width: size,
    /** Factor that turns a sum in `spreads` into a mean, 1 = full scale. */
    perSample: number,
    offset: number,
  },
});
export type DescribeCellsArgs = ArgsOf<typeof describeCellsArgs>;

/** Green of the cells of a small copy. Rows are rows of cells. */
export const greenCellsArgs = declareKernel({
  rows: "height",
  args: {
    /** As `deghostShrink` writes it. */
    copy: u16("width", "height", cellSamples),
    /** Mean of green, 65535 = 1, from its root mean square and its standard deviation. */
    target: out(u16("width", "height")),
    /** 1 if the cell's largest sample of green is at least `clipAt`, else 0. */
    clipped: out(u8("width", "height")),
    width: size,
    height: size,
    /** 65535 = 1. */
    clipAt: number,
  },
});
export type GreenCellsArgs = ArgsOf<typeof greenCellsArgs>;

/** Intervals of the tables of `labCells`. */
export const labTableSteps = 4095;

/** Converts display sRGB to CIELAB (D65). Values outside 0 to 1 are clamped. Rows are rows of cells. */
export const labCellsArgs = declareKernel({
  constants: { labTableSteps },
  args: {
    /** Display values, 0 to 1, interleaved. */
    rgb: f32("width", "rowEnd", 3),
    /** L*, a*, b*, interleaved. */
    lab: out(f32("width", "rowEnd", 3)),
    /** Linear light of display values 0 to 1. */
    light: f32(labTableSteps + 1),
    /** CIELAB's cube root of 0 to 1, with its linear segment near black. */
    lobe: f32(labTableSteps + 1),
    width: size,
  },
});
export type LabCellsArgs = ArgsOf<typeof labCellsArgs>;
