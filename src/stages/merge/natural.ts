import { encodeSrgb, type I16, type IntegerImage } from "../../image/index.ts";
import { boxMean } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { fusePyramids, type Level } from "./pyramid-fusion.ts";
import { exposedness, measureSmallFrames, medianOf, type SmallFrames, sceneLight } from "./small-frames.ts";

/** Facts for the report. */
export interface NaturalFacts {
  /** Light of each frame over the darkest, in stops, darkest first. */
  readonly stops: readonly number[];
  /** The exposure that the room is shown at, in stops over the darkest frame. */
  readonly roomStops: number;
}

/** What is this much brighter than the median, in stops, is a window and no part of the room. */
const windowStops = 2;
/** Linear light of middle grey: where a correct exposure puts the median of a room. */
const middleGrey = 0.18;
/** A frame whose median lies nearer to middle grey than this is the room's exposure itself, stops. */
const nearEnough = 0.3;
/** Display values above this bend towards white. */
const knee = 0.88;
/** Standard deviation, in display values, from which on a surface counts as textured rather than flat. */
const flatness = 0.01;
/** Radius of the guided filter as a share of the longer edge, and the step of light, in stops, that counts as an edge. */
const areaShare = 1 / 16;
const edgeStops = 0.5;
/** How fast a correction fades where less of the surroundings anchors it. */
const anchorGain = 1.2;
/** Display value of local peaks above which an area is pulled down. */
const headroom = 0.8;

/**
 * Exposure fusion that keeps the room as a correct exposure shows it and pulls the view in the windows.
 *
 * Laplacian-pyramid fusion (Mertens, Kautz, Van Reeth 2007) with three changes. (1) Contrast is measured as local variance on small
 * copies, which follows structure and not grain, and well-exposed luma alone has a small weight of its own: flat neutral walls,
 * where Mertens' weights vanish and all frames are averaged, come from the frame that shows them best. (2) At level 2 of the collapsed
 * pyramid a smooth field is added that brings flat, well-exposed surfaces to the brightness of the room's exposure; it follows the edges
 * of scene light (guided filter, He, Sun, Tang 2013), so it ends at the window's frame, and takes away the halo that coarse levels
 * leave on the wall beside a window. (3) Areas whose peaks would leave the range are pulled down by the same means, and what is left
 * bends into the range instead of being clipped.
 *
 * `stops`: light of each frame over the darkest, as display values show it. Frames darkest first.
 */
export async function fuseNatural(
  frames: readonly IntegerImage[],
  stops: readonly number[],
  context: StageContext,
): Promise<{ image: IntegerImage; facts: NaturalFacts }> {
  const small = await measureSmallFrames(frames, context);
  const light = sceneLight(small, stops);
  const roomStops = chooseRoomExposure(small, stops, light);
  const settings = {
    contrastWeight: 1,
    saturationWeight: 1,
    exposednessWeight: 1,
    structure: small.structure,
    mapWidth: small.width,
    mapHeight: small.height,
    mapFactor: small.factor,
    knee,
  };
  // Frames of one exposure hold no more range than each of them: there is nothing to balance.
  const balanced = stops[stops.length - 1] < nearEnough;
  const image = balanced
    ? await fusePyramids(frames, { ...settings, knee: 1 }, context)
    : await fusePyramids(frames, settings, context, (quarter, size) => {
        addField(quarter, size, planField(quarter, size, small, light, roomStops), small);
      });
  for (const map of small.structure) context.memory.release(map);
  return { image, facts: { stops, roomStops } };
}

/** The frame whose median is at middle grey, or an exposure between the darkest and the brightest that comes nearest to it. */
function chooseRoomExposure({ lumas }: SmallFrames, stops: readonly number[], light: Float32Array): number {
  const median = medianOf(light);
  const wanted = Math.log2(middleGrey) - medianOf(light.filter((value) => value < median + windowStops));
  const distances = lumas.map((_, k) => Math.abs(stops[k] - wanted));
  const nearest = distances.indexOf(Math.min(...distances));
  if (distances[nearest] <= nearEnough) return stops[nearest];
  return Math.min(stops[stops.length - 1], Math.max(0, wanted));
}

/** What is to be added to the display values of the fused picture, on the grid of the small frames. */
function planField(
  quarter: I16,
  size: Level,
  small: SmallFrames,
  light: Float32Array,
  roomStops: number,
): Float32Array {
  const { width, height, roughness } = small;
  const fused = readFused(quarter, size, small);
  const anchors = new Float32Array(light.length);
  const errors = new Float32Array(light.length);
  for (let i = 0; i < light.length; i++) {
    const shown = displayOf(light[i] + roomStops);
    anchors[i] = exposedness(shown) ** 2 / (1 + roughness[i] / flatness ** 2);
    errors[i] = anchors[i] * (shown - fused.luma[i]);
  }
  const radius = Math.max(2, Math.round(Math.max(width, height) * areaShare));
  const guide = makeGuide(light, width, height, radius);
  const weight = guide(anchors);
  const field = guide(errors).map(
    (error, i) => (error / Math.max(1e-3, weight[i])) * Math.min(1, Math.max(0, weight[i] * anchorGain)),
  );
  const excess = boxMean(
    { width, height, data: fused.peak.map((peak, i) => Math.max(0, peak + field[i] - headroom)) },
    Math.max(1, Math.round(radius / 8)),
    false,
  );
  const pull = makeGuide(light, width, height, Math.max(2, radius >> 1))(excess);
  return field.map((value, i) => value - Math.max(0, pull[i]));
}

/** Display values of light in stops under white, every 1/256 of a stop down to 16. */
const displayValues = Float32Array.from({ length: 16 * 256 + 1 }, (_, i) => encodeSrgb(2 ** (-i / 256)));

function displayOf(stops: number): number {
  return displayValues[Math.min(displayValues.length - 1, Math.max(0, Math.round(-stops * 256)))];
}

/** Luma and largest channel of the fused picture at the centres of the small pixels. */
function readFused(quarter: I16, size: Level, small: SmallFrames): { luma: Float32Array; peak: Float32Array } {
  const { width, height, factor } = small;
  const area = size.width * size.height;
  const luma = new Float32Array(width * height);
  const peak = new Float32Array(width * height);
  const channel = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    const v = along((y * factor + (factor - 1) / 2) / 4, size.height);
    for (let x = 0; x < width; x++) {
      const u = along((x * factor + (factor - 1) / 2) / 4, size.width);
      for (let c = 0; c < 3; c++) {
        const above = c * area + v.first * size.width;
        const below = c * area + v.second * size.width;
        const top = quarter[above + u.first] * (1 - u.share) + quarter[above + u.second] * u.share;
        const bottom = quarter[below + u.first] * (1 - u.share) + quarter[below + u.second] * u.share;
        channel[c] = (top * (1 - v.share) + bottom * v.share) / 8192;
      }
      luma[y * width + x] = 0.299 * channel[0] + 0.587 * channel[1] + 0.114 * channel[2];
      peak[y * width + x] = Math.max(channel[0], channel[1], channel[2]);
    }
  }
  return { luma, peak };
}

/** Adds the field to all channels of the collapsed result. */
function addField(quarter: I16, size: Level, field: Float32Array, { width, height, factor }: SmallFrames): void {
  const area = size.width * size.height;
  const columns = Array.from({ length: size.width }, (_, x) => along((4 * x - (factor - 1) / 2) / factor, width));
  for (let y = 0; y < size.height; y++) {
    const v = along((4 * y - (factor - 1) / 2) / factor, height);
    for (let x = 0; x < size.width; x++) {
      const u = columns[x];
      const top = field[v.first * width + u.first] * (1 - u.share) + field[v.first * width + u.second] * u.share;
      const bottom = field[v.second * width + u.first] * (1 - u.share) + field[v.second * width + u.second] * u.share;
      const added = Math.round((top * (1 - v.share) + bottom * v.share) * 8192);
      for (let i = y * size.width + x; i < 3 * area; i += area)
        quarter[i] = Math.min(32767, Math.max(-32768, quarter[i] + added));
    }
  }
}

/** Linear interpolation at a position on a line of samples, constant outside. */
function along(position: number, samples: number): { first: number; second: number; share: number } {
  const inside = Math.min(samples - 1, Math.max(0, position));
  const first = Math.floor(inside);
  return { first, second: Math.min(samples - 1, first + 1), share: inside - first };
}

/** Guided filter (He, Sun, Tang 2013, eq. 5, 6, 8) of any plane by scene light: means over areas that end where light jumps. */
function makeGuide(
  light: Float32Array,
  width: number,
  height: number,
  radius: number,
): (plane: Float32Array) => Float32Array {
  const mean = (data: Float32Array) => boxMean({ width, height, data }, radius, false);
  const meanLight = mean(light);
  const meanSquare = mean(light.map((value) => value * value));
  const epsilon = edgeStops ** 2;
  return (plane) => {
    const meanPlane = mean(plane);
    const meanProduct = mean(plane.map((value, i) => value * light[i]));
    const slope = meanPlane.map((value, i) => {
      const variance = Math.max(0, meanSquare[i] - meanLight[i] ** 2);
      return (meanProduct[i] - value * meanLight[i]) / (variance + epsilon);
    });
    const offset = meanPlane.map((value, i) => value - slope[i] * meanLight[i]);
    const [meanSlope, meanOffset] = [mean(slope), mean(offset)];
    return light.map((value, i) => meanSlope[i] * value + meanOffset[i]);
  };
}
