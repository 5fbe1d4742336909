import {
  type ArgsOf,
  declareKernel,
  either,
  f32,
  integer,
  listOf,
  number,
  out,
  single,
  size,
  sizeUpTo,
  u16,
} from "../declaration.ts";

/** Steps of the tables over display values 0 to 1. */
export const lumaSteps = 4095;
/** The tables over stops begin at `leastStops` below display white; they have `stepsPerStop` entries a stop. */
export const leastStops = -16;
export const stepsPerStop = 64;
/** Entries of such a table: up to 8 stops above display white. */
export const stopEntries = (8 - leastStops) * stepsPerStop + 1;

/**
 * Shows each pixel at its own exposure, between the frames: the two frames whose luma lies around the wanted one
 * are blended. The exposure is read from `curves`, local tone curves on a coarse grid (Chen, Paris, Durand 2007): stops
 * to be added to the light, by place and by base light. Base light is slope · light + offset, from `base`, 2 planes of
 * blocks of `baseFactor` pixels (guided filter; He, Sun, Tang 2013): what stands out from it keeps its contrast, and
 * gains detail · (1 − slope) of it, which is nothing at edges. As far as a pixel comes from clipped frames, it is
 * rendered instead: the light of each channel, read from the frames that do not clip, at the same exposure. Nothing is
 * white or black that some frame holds. Rows are the picture's.
 */
export const exposeFramesArgs = declareKernel({
  rows: "height",
  constants: { lumaSteps, leastStops, stepsPerStop, stopEntries },
  args: {
    /** Display values, darkest first. */
    frames: listOf(either("width", "height", 3)),
    /** Light of each frame over the first, in stops. */
    stops: f32("frames"),
    logLight: f32(lumaSteps + 1),
    trust: f32(lumaSteps + 1),
    /** What a frame shows, by stops over its display white. */
    display: f32(stopEntries),
    /** What the picture shows, by stops over display white. */
    tone: f32(stopEntries),
    /** Stops over display white at which the picture shows light, by stops over display white: bright tones bend. */
    shown: f32(stopEntries),
    base: f32(2, "baseWidth", "baseHeight"),
    /** Stops, gridHeight × gridWidth × gridDepth. */
    curves: f32("gridWidth", "gridHeight", "gridDepth"),
    target: out(u16("width", "height", 3)),
    width: size,
    height: size,
    baseWidth: sizeUpTo("width / baseFactor + 1"),
    baseHeight: sizeUpTo("height / baseFactor + 1"),
    baseFactor: sizeUpTo(128),
    gridWidth: size,
    gridHeight: size,
    gridDepth: size,
    /** Pixels from one place of the grid to the next; the first lies at the picture's corner. */
    gridPx: single,
    /** Base light of the first bin, and stops from one to the next. */
    firstBin: single,
    binStops: single,
    /** Base light above which a bin spans 1 / highlights times as many stops. */
    knee: single,
    highlights: single,
    /** Share of contrast that texture gains: what stands out from the base light, if that has no edge there. */
    detail: single,
  },
});
export type ExposeFramesArgs = ArgsOf<typeof exposeFramesArgs>;

/**
 * Guided filter (He, Sun, Tang 2013, eq. 5, 6, 8) by one guide, of several planes of width × height: means over areas
 * that end where the guide jumps by more than √epsilon. For each plane of `planes`, `coefficients` has two: what the
 * filtered plane is per unit of the guide, and what is added to that. Windows are (2 radius + 1)², cut at the borders.
 * Rows are planes.
 */
export const guidedFilterArgs = declareKernel({
  args: {
    guide: f32("width", "height"),
    planes: f32("width", "height", "rowEnd"),
    coefficients: out(f32("width", "height", "rowEnd", 2)),
    width: size,
    height: size,
    radius: integer(0),
    epsilon: number,
  },
});
export type GuidedFilterArgs = ArgsOf<typeof guidedFilterArgs>;

/**
 * Scene light in stops over blocks of factor × factor pixels, cut at the right and lower border: the mean of what the
 * frames read at each pixel, each weighted by how well it is exposed there; 0 where the first frame shows display
 * white. `lumas`: copies of all frames, darkest first, 65535 = full scale. Rows are rows of blocks.
 */
export const lightCellsArgs = declareKernel({
  rows: "(height + factor - 1) / factor",
  constants: { lumaSteps },
  args: {
    lumas: listOf(u16("width", "height")),
    /** Light of each frame over the first, in stops. */
    stops: f32("lumas"),
    /** Stops below display white, by luma. */
    logLight: f32(lumaSteps + 1),
    /** Weight of a frame, by luma. */
    trust: f32(lumaSteps + 1),
    light: out(f32("(width + factor - 1) / factor", "(height + factor - 1) / factor")),
    width: size,
    height: size,
    factor: size,
  },
});
export type LightCellsArgs = ArgsOf<typeof lightCellsArgs>;

/**
 * Exposure fusion (Mertens, Kautz, Van Reeth 2007, eq. 6) of exposures that are simulated from scene light: `light` in
 * stops, width × height; `exposures` in stops, added to it; `priors`, a factor of each one's weights. A weight is
 * well-exposedness times (the standard deviation of luma in 5 × 5 windows + `texture`). `display`: luma by stops over
 * display white. `planned`: the fused luma, which may lie outside 0 to 1. One row.
 */
export const planLightArgs = declareKernel({
  rows: 1,
  constants: { leastStops, stepsPerStop, stopEntries },
  args: {
    light: f32("width", "height"),
    exposures: f32("count"),
    priors: f32("count"),
    display: f32(stopEntries),
    planned: out(f32("width", "height")),
    count: size,
    width: size,
    height: size,
    texture: single,
  },
});
export type PlanLightArgs = ArgsOf<typeof planLightArgs>;

/**
 * How much structure frames show: of each of `sources` (luma, 65535 = full scale, width × height) the means over blocks
 * of factor × factor, cut at the right and lower border (`lumas`, 1.0 = full scale), and the variance of those in
 * windows of 3 × 3 blocks, cut at the borders (`structure`). Rows are rows of blocks.
 */
export const structureMapsArgs = declareKernel({
  rows: "(height + factor - 1) / factor",
  args: {
    sources: listOf(u16("width", "height")),
    lumas: out(listOf(f32("(width + factor - 1) / factor", "(height + factor - 1) / factor"), "sources")),
    structure: out(listOf(f32("(width + factor - 1) / factor", "(height + factor - 1) / factor"), "sources")),
    width: size,
    height: size,
    factor: size,
  },
});
export type StructureMapsArgs = ArgsOf<typeof structureMapsArgs>;
