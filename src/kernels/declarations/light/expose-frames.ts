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
