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

/** Intervals of the tables over display values 0 to 1. */
export const lumaSteps = 4095;
/** First entry of the tables over stops, relative to display white. */
export const minStops = -16;
/** Entries a stop of the tables over stops. */
export const stepsPerStop = 64;
/** Entries of a table over stops, which ends 8 stops above display white. */
export const stopEntries = (8 - minStops) * stepsPerStop + 1;

/**
 * Shows each pixel at its own exposure, by blending the two frames whose luma is next below and above the requested
 * luma. The exposure comes from `curves`, local tone curves on a coarse grid (Chen, Paris, Durand 2007): stops added to
 * the light, by position and base light. Base light is slope · light + offset, from `base` (guided filter; He, Sun,
 * Tang 2013). The difference from base light keeps its contrast and gains detail · (1 − slope) of it, which is 0 at
 * edges. The share of a pixel that comes from clipped frames is rendered instead: the light of each channel, read from
 * the frames that do not clip, at the same exposure. The result is neither white nor black where a frame shows more.
 * Rows are the picture's.
 */
export const exposeFramesArgs = declareKernel({
  rows: "height",
  constants: { lumaSteps, minStops, stepsPerStop, stopEntries },
  args: {
    /** Display values, darkest first. */
    frames: listOf(either("width", "height", 3)),
    /** Exposure of each frame relative to the first, in stops. */
    stops: f32("frames"),
    /** Stops below display white, by luma. */
    logLight: f32(lumaSteps + 1),
    /** Weight of a frame, by luma. */
    trust: f32(lumaSteps + 1),
    /** Display value of a frame, by stops above display white. */
    display: f32(stopEntries),
    /** Display value of the picture, by stops above display white. */
    tone: f32(stopEntries),
    /**
     * Stops above display white at which the picture shows light, by stops above display white: bright tones are
     * compressed.
     */
    shown: f32(stopEntries),
    /** Slope and offset of base light, 2 planes of blocks of `baseFactor` pixels. */
    base: f32(2, "baseWidth", "baseHeight"),
    /** Stops to add: gridHeight × gridWidth × gridDepth. */
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
    /** Distance between nodes of the grid, in pixels; the first node is at the picture's corner. */
    gridPx: single,
    /** Base light of the first bin, in stops. */
    firstBin: single,
    /** Distance between bins, in stops. */
    binStops: single,
    /** Base light above which a bin spans only 1 / `highlights` as many stops. */
    knee: single,
    highlights: single,
    /** Added contrast of texture, as a share of its difference from base light; none where base light has an edge. */
    detail: single,
  },
});
export type ExposeFramesArgs = ArgsOf<typeof exposeFramesArgs>;

/**
 * Guided filter (He, Sun, Tang 2013, eq. 5, 6, 8) of several planes by one guide: means over areas that end where the
 * guide jumps by more than √epsilon. Windows are (2·`radius` + 1)², cut at the borders. Rows are planes.
 */
export const guidedFilterArgs = declareKernel({
  args: {
    guide: f32("width", "height"),
    planes: f32("width", "height", "rowEnd"),
    /** For each plane, slope and offset of the filtered plane as a function of the guide. */
    coefficients: out(f32("width", "height", "rowEnd", 2)),
    width: size,
    height: size,
    radius: integer(0),
    /** Above 0. */
    epsilon: number,
  },
});
export type GuidedFilterArgs = ArgsOf<typeof guidedFilterArgs>;

/**
 * Scene light in stops, averaged over blocks of factor × factor pixels, cut at the right and lower border. The light of
 * a pixel is the mean of the frames' readings, weighted by how well each is exposed; 0 is display white of the first
 * frame. Rows are rows of blocks.
 */
export const lightCellsArgs = declareKernel({
  rows: "(height + factor - 1) / factor",
  constants: { lumaSteps },
  args: {
    /** Luma of all frames, darkest first, 65535 = full scale. */
    lumas: listOf(u16("width", "height")),
    /** Exposure of each frame relative to the first, in stops. */
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
 * Exposure fusion (Mertens, Kautz, Van Reeth 2007, eq. 6) of exposures that are simulated from scene light. A weight is
 * well-exposedness × (standard deviation of luma in 5 × 5 windows + `texture`). The call has one row.
 */
export const planLightArgs = declareKernel({
  rows: 1,
  constants: { minStops, stepsPerStop, stopEntries },
  args: {
    /** Stops. */
    light: f32("width", "height"),
    /** Stops to add to the light. */
    exposures: f32("count"),
    /** Factor of the weights of each exposure. */
    priors: f32("count"),
    /** Luma by stops above display white. */
    display: f32(stopEntries),
    /** Fused luma, which can lie outside 0 to 1. */
    planned: out(f32("width", "height")),
    count: size,
    width: size,
    height: size,
    texture: single,
  },
});
export type PlanLightArgs = ArgsOf<typeof planLightArgs>;

/** Structure of frames at a coarse scale. Rows are rows of blocks. */
export const structureMapsArgs = declareKernel({
  rows: "(height + factor - 1) / factor",
  args: {
    /** Luma of the frames, 65535 = full scale. */
    sources: listOf(u16("width", "height")),
    /** Means over blocks of factor × factor pixels, cut at the right and lower border, 1.0 = full scale. */
    lumas: out(listOf(f32("(width + factor - 1) / factor", "(height + factor - 1) / factor"), "sources")),
    /** Variance of these means in windows of 3 × 3 blocks, cut at the borders. */
    structure: out(listOf(f32("(width + factor - 1) / factor", "(height + factor - 1) / factor"), "sources")),
    width: size,
    height: size,
    factor: size,
  },
});
export type StructureMapsArgs = ArgsOf<typeof structureMapsArgs>;
