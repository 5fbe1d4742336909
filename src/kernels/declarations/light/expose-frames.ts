import {
  type ArgsOf,
  declareKernel,
  either,
  f32,
  listOf,
  out,
  single,
  size,
  sizeUpTo,
  u16,
} from "../../declaration.ts";
import { leastStops, lumaSteps, stepsPerStop, stopEntries } from "./light-tables.ts";

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
  constants: { lumaSteps, leastStops, stepsPerStop, stopEntries },
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
