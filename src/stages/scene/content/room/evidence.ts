import { luminanceOf } from "../../../../image/index.ts";
import {
  boxMean,
  columnsBeside,
  percentile,
  quantiles,
  ramp,
  rowAreas,
  type SceneEvidence,
  type SmallImage,
} from "../../../../ops/index.ts";
import type { Surfaces } from "../surfaces/index.ts";
import { evidenceLevels, light, outdoorRules, roomRules, uprights as uprightEdges } from "./params.ts";

/** What is known about a picture apart from its pixels. */
interface EvidenceSetting {
  readonly wrapX?: boolean;
  /** See {@link SceneEvidence.lightEv}. */
  readonly lightEv?: number | undefined;
}

/** Reads how surely a picture shows a room from surfaces, edges, sky and plants. */
export function readEvidence(
  small: SmallImage,
  surfaces: Surfaces,
  { wrapX = false, lightEv }: EvidenceSetting = {},
): SceneEvidence {
  const copy = reduce(small);
  const { width, height, rgb, luma } = copy;
  const [across, down] = gradients(luma, width, height, wrapX);
  const areas = rowAreas(height, wrapX) ?? new Float32Array(height).fill(1);
  const bright = evidenceLevels.wallShareOfBright * valueAt(luma, evidenceLevels.bright, areas, wrapX);
  let [walls, sky, darkSky, foliage, upper] = [0, 0, 0, 0, 0];
  for (let y = 0; y < height; y++) {
    const area = areas[y];
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const gradient = 0.5 * Math.sqrt(across[i] * across[i] + down[i] * down[i]);
      const isSmooth = gradient / Math.max(luma[i], evidenceLevels.darkest) < evidenceLevels.flat;
      if (y < height / 4) {
        upper += area;
        if (isSmooth && luma[i] > evidenceLevels.skyLuma && coolnessAt(rgb, i) > evidenceLevels.blue) sky += area;
        if (isSmooth && luma[i] < evidenceLevels.darkSkyLuma) darkSky += area;
      }
      if (isSmooth && luma[i] <= bright) continue;
      const green = rgb[3 * i + 1] + evidenceLevels.blackOffset;
      const red = Math.log((rgb[3 * i] + evidenceLevels.blackOffset) / green) - surfaces.red;
      const blue = Math.log((rgb[3 * i + 2] + evidenceLevels.blackOffset) / green) - surfaces.blue;
      if (!isSmooth) foliage += red < evidenceLevels.leafRed && blue < evidenceLevels.leafBlue ? area : 0;
      else if (Math.hypot(red, blue) < evidenceLevels.wallReach) walls += area;
    }
  }
  const topRows = Math.max(1, Math.floor(height / 6));
  const top = valueAt(luma.subarray(0, width * topRows), 0.5, areas.subarray(0, topRows), wrapX);
  const evidence = {
    walls: walls / luma.length,
    uprights: straightness(across, areas, width, wrapX),
    sky: sky / upper,
    darkSky: darkSky / upper,
    foliage: foliage / luma.length,
    brightTop: top - valueAt(luma, 0.5, areas, wrapX),
    ...(lightEv === undefined ? {} : { lightEv }),
  };
  const room = judgeRoom(evidence, surfaces);
  const [lights] = quantiles(luma, [evidenceLevels.lights], wrapX ? areas : undefined);
  const isDark = lightEv === undefined ? 1 : falling(lightEv, light.nightEv);
  const night =
    (1 - room) *
    isDark *
    ramp(evidence.darkSky, ...outdoorRules.darkSky) *
    ramp(-evidence.brightTop, ...outdoorRules.darkTop) *
    ramp(lights, ...outdoorRules.lights);
  return {
    ...evidence,
    room,
    dim: dimness(evidence),
    againstSky: (1 - room) * ramp(evidence.brightTop, ...outdoorRules.againstSky),
    night,
  };
}

/**
 * The probability of a room, 0 to 1: a product, so that every kind of evidence can veto. Each rises from 0 to 1 over
 * a range. Weak evidence of two kinds is not enough: the product must be nearly 1. In light as dim as a room's, fewer
 * walls are enough and a ceiling may be bright; in daylight, only a picture that is all walls is a room.
 */
export function judgeRoom(
  evidence: Omit<SceneEvidence, "room" | "againstSky" | "night" | "dim">,
  { red, blue }: Pick<Surfaces, "red" | "blue">,
): number {
  const { walls, uprights, sky, foliage, brightTop } = evidence;
  const dim = dimness(evidence);
  const coolness = (blue - red) / 2;
  const rules = roomRules;
  const enclosed =
    ramp(walls, ...rules.enclosedWalls) * falling(sky, rules.enclosedSky) * falling(foliage, rules.enclosedFoliage);
  const forUprights = mix(uprightEdges.whereWalls, uprightEdges.whereDim, dim);
  const bright = mix(falling(brightTop, rules.brightTop), falling(brightTop, rules.brightTopInDimLight), dim);
  const together =
    mix(ramp(walls, ...rules.walls), ramp(walls, ...rules.wallsInDimLight), dim) *
    ramp(uprights + forUprights * enclosed, ...rules.uprights) *
    falling(sky, rules.sky) *
    falling(foliage, rules.foliage) *
    bright *
    falling(coolness, rules.coolness) *
    mix(1, shutIn(evidence), daylightOf(evidence));
  return ramp(together, ...rules.together);
}

/** 0 to 1: how surely the light is too dim for daylight outside, unless a dark sky shows that it is night. */
function dimness({ lightEv, darkSky }: Pick<SceneEvidence, "lightEv" | "darkSky">): number {
  if (lightEv === undefined) return 0;
  return falling(lightEv, light.dimEv) * falling(darkSky, roomRules.dimDarkSky);
}

function daylightOf({ lightEv }: Pick<SceneEvidence, "lightEv">): number {
  return lightEv === undefined ? 0 : ramp(lightEv, light.daylightEv[0], light.daylightEv[1]);
}

/** 0 to 1: how surely walls fill the picture, without any sign of outdoors. */
function shutIn({
  walls,
  sky,
  foliage,
  brightTop,
}: Omit<SceneEvidence, "room" | "againstSky" | "night" | "dim">): number {
  return (
    ramp(walls, ...roomRules.shutInWalls) *
    falling(sky, roomRules.shutInSky) *
    falling(foliage, roomRules.shutInFoliage) *
    falling(brightTop, roomRules.shutInBrightTop)
  );
}

/** 1 below the range, 0 above it. */
function falling(value: number, [from, to]: readonly number[]): number {
  return 1 - ramp(value, from, to);
}

/** Log of B/R of a pixel. */
function coolnessAt(rgb: Float32Array, i: number): number {
  return Math.log((rgb[3 * i + 2] + evidenceLevels.blackOffset) / (rgb[3 * i] + evidenceLevels.blackOffset));
}

function mix(from: number, to: number, share: number): number {
  return from + share * (to - from);
}

interface Copy {
  readonly width: number;
  readonly height: number;
  readonly rgb: Float32Array;
  readonly luma: Float32Array;
}

/** Means over squares of pixels, so that the longer edge has about {@link uprightEdges.edgePx} pixels. */
function reduce({ width: fullWidth, height: fullHeight, data }: SmallImage): Copy {
  const factor = Math.max(1, Math.round(Math.max(fullWidth, fullHeight) / uprightEdges.edgePx));
  const [width, height] = [Math.max(1, Math.floor(fullWidth / factor)), Math.max(1, Math.floor(fullHeight / factor))];
  const rgb = new Float32Array(width * height * 3);
  const luma = new Float32Array(width * height);
  const columns = Math.min(factor, fullWidth);
  const rows = Math.min(factor, fullHeight);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x);
      for (let dy = 0; dy < rows; dy++) {
        const from = 3 * ((y * factor + dy) * fullWidth + x * factor);
        for (let i = from; i < from + 3 * columns; i += 3) {
          rgb[at] += data[i];
          rgb[at + 1] += data[i + 1];
          rgb[at + 2] += data[i + 2];
        }
      }
      for (let c = 0; c < 3; c++) rgb[at + c] /= rows * columns;
      luma[at / 3] = luminanceOf(rgb[at], rgb[at + 1], rgb[at + 2]);
    }
  }
  return { width, height, rgb, luma };
}

/** Central differences of a slightly smoothed luma, limited to {@link uprightEdges.maxGradient}. */
function gradients(luma: Float32Array, width: number, height: number, wrapX: boolean): [Float32Array, Float32Array] {
  const soft = boxMean({ width, height, data: luma }, 1, wrapX);
  const [across, down] = [new Float32Array(luma.length), new Float32Array(luma.length)];
  const held = (value: number) => Math.min(uprightEdges.maxGradient, Math.max(-uprightEdges.maxGradient, value));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const [left, right] = columnsBeside(x, width, wrapX);
      across[i] = held(soft[y * width + right] - soft[y * width + left]);
      down[i] = held(soft[y + 1 < height ? i + width : i] - soft[y > 0 ? i - width : i]);
    }
  }
  return [across, down];
}

/**
 * Mean over the picture of the largest |gradient averaged along an upright| of all {@link uprightEdges.leans}, divided
 * by the mean |gradient|.
 */
function straightness(across: Float32Array, areas: Float32Array, width: number, wrapX: boolean): number {
  const height = areas.length;
  const half = Math.max(1, Math.floor(Math.max(width, height) * uprightEdges.halfShare));
  let [along, all] = [0, 1e-9];
  const best = new Float32Array(across.length);
  // Indices of the pixels of a leaning column through (x, middle of the picture), from top to bottom; −1 outside the
  // picture.
  const column = new Int32Array(height);
  for (const lean of uprightEdges.leans) {
    for (let x = 0; x < width; x++) {
      for (let y = 0; y < height; y++) {
        const leaning = Math.round(x + lean * (y - height / 2));
        const at = wrapX ? (leaning + width) % width : leaning;
        column[y] = at >= 0 && at < width ? y * width + at : -1;
      }
      steepen(best, across, column, half);
    }
  }
  for (let i = 0; i < across.length; i++) {
    const area = areas[Math.floor(i / width)];
    along += area * best[i];
    all += area * Math.abs(across[i]);
  }
  return along / all;
}

/**
 * Raises `best` to the |mean along a column| around each of its pixels. It is a separate function so that the
 * JavaScript engine optimizes the loop separately.
 */
function steepen(best: Float32Array, across: Float32Array, column: Int32Array, half: number): void {
  const height = column.length;
  let [sum, count] = [0, 0];
  for (let y = -half; y < height; y++) {
    const enter = y + half;
    const leave = y - half - 1;
    if (enter < height) {
      if (column[enter] >= 0) sum += across[column[enter]];
      count++;
    }
    if (leave >= 0) {
      if (column[leave] >= 0) sum -= across[column[leave]];
      count--;
    }
    if (y < 0 || column[y] < 0) continue;
    best[column[y]] = Math.max(best[column[y]], Math.abs(sum) / count);
  }
}

/** The quantile of `values` at `share`; rows of a sphere are weighted by their `areas`. */
function valueAt(values: Float32Array, share: number, areas: Float32Array, wrapX: boolean): number {
  return wrapX ? quantiles(values, [share], areas)[0] : percentile(values, share);
}
