import { boxMean, percentile, type SmallImage } from "../../ops/index.ts";
import { ramp } from "./ramp.ts";
import { columnsBeside, rowAreas } from "./sphere.ts";
import { quantiles } from "./statistics.ts";
import type { Surfaces } from "./surfaces.ts";

/** What tells a room from the rest of the world; each a share or a ratio found on a small copy. */
export interface SceneEvidence {
  /** Share of smooth, bright surfaces in the light's own colour: walls and ceilings. */
  readonly walls: number;
  /** How straight the upright edges run: mean gradient along a sixteenth of the edge against the gradient itself. */
  readonly uprights: number;
  /** Share of the uppermost quarter that is smooth and blue. */
  readonly sky: number;
  /** Share of the uppermost quarter that is smooth and dark. */
  readonly darkSky: number;
  /** Share of textured green. */
  readonly foliage: number;
  /** How much brighter the uppermost sixth is than the picture (display values of medians): an overcast sky. */
  readonly brightTop: number;
  /**
   * Exposure value at ISO 100 that the camera took for the scene: rooms lie below 10, what the sun or an overcast sky
   * lights above 11. Absent where the file does not tell it or a flash gave light.
   */
  readonly lightEv?: number;
  /** 0 to 1: how surely the picture shows a room. */
  readonly room: number;
  /** 0 to 1: how surely a bright sky stands behind a dark scene. */
  readonly againstSky: number;
  /** 0 to 1: how surely lights shine under a dark sky. */
  readonly night: number;
}

/** Longer edge of the copy that is looked at. */
const edgePx = 360;

/**
 * Gradients beyond this (display values a pixel) count no more, so that one window frame does not speak for all edges.
 */
const mostGradient = 0.12;

/** How much straighter uprights count where walls fill the picture: a camera that is held aslant bends them. */
const wallsForUprights = 0.034;

/**
 * Exposure values at ISO 100 between which light stops being a room's, and between which it is daylight outside for
 * sure: a glass hall at noon comes to 12, a facade in the shade to 11.
 */
const [dimEv, daylightEv, nightEv] = [
  [9, 10.5],
  [12.5, 13.5],
  [8, 10],
] as const;

/** How much straighter uprights count where walls fill the picture of a dim place. */
const dimUprights = 0.05;

/** How far uprights may lean, as shears, and still count. */
const leans = [-0.06, 0, 0.06];

/** What is known of a picture beside its pixels; see {@link SceneEvidence.lightEv}. */
interface SceneSetting {
  readonly wrapX?: boolean;
  readonly lightEv?: number | undefined;
}

/** Reads how surely a picture shows a room from surfaces, edges, sky and plants. */
export function readScene(
  small: SmallImage,
  surfaces: Surfaces,
  { wrapX = false, lightEv }: SceneSetting = {},
): SceneEvidence {
  const copy = reduce(small);
  const { width, height, rgb, luma } = copy;
  const [across, down] = gradients(luma, width, height, wrapX);
  const areas = rowAreas(height, wrapX) ?? new Float32Array(height).fill(1);
  const bright = 0.45 * valueAt(luma, 0.95, areas, wrapX);
  let [walls, sky, darkSky, foliage, upper] = [0, 0, 0, 0, 0];
  for (let y = 0; y < height; y++) {
    const area = areas[y];
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const gradient = 0.5 * Math.sqrt(across[i] * across[i] + down[i] * down[i]);
      const isSmooth = gradient / Math.max(luma[i], 0.1) < 0.03;
      if (y < height / 4) {
        upper += area;
        if (isSmooth && luma[i] > 0.35 && Math.log((rgb[3 * i + 2] + 0.01) / (rgb[3 * i] + 0.01)) > 0.12) sky += area;
        if (isSmooth && luma[i] < 0.32) darkSky += area;
      }
      if (isSmooth && luma[i] <= bright) continue;
      const green = rgb[3 * i + 1] + 0.01;
      const red = Math.log((rgb[3 * i] + 0.01) / green) - surfaces.red;
      const blue = Math.log((rgb[3 * i + 2] + 0.01) / green) - surfaces.blue;
      if (!isSmooth) foliage += red < -0.04 && blue < -0.09 ? area : 0;
      else if (red * red + blue * blue < 0.13 * 0.13) walls += area;
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
  const [lights] = quantiles(luma, [0.995], wrapX ? areas : undefined);
  const isDark = lightEv === undefined ? 1 : ramp(-lightEv, -nightEv[1], -nightEv[0]);
  const night =
    (1 - room) *
    isDark *
    ramp(evidence.darkSky, 0.42, 0.58) *
    ramp(-evidence.brightTop, 0.02, 0.06) *
    ramp(lights, 0.88, 0.95);
  return { ...evidence, room, againstSky: (1 - room) * ramp(evidence.brightTop, 0.2, 0.4), night };
}

/**
 * Every kind of evidence can veto; `ramp` says between which values it goes from no to yes. Two halves are not
 * evidence: taken together they have to be nearly sure. Light as dim as rooms have it asks for fewer walls, and lets a
 * ceiling be bright; in daylight only a picture that is all walls is a room.
 */
export function judgeRoom(
  evidence: Omit<SceneEvidence, "room" | "againstSky" | "night">,
  { red, blue }: Pick<Surfaces, "red" | "blue">,
): number {
  const { walls, uprights, sky, foliage, brightTop } = evidence;
  const dim = dimness(evidence);
  const coolness = (blue - red) / 2;
  const enclosed = ramp(walls, 0.14, 0.4) * ramp(-sky, -0.1, -0.05) * ramp(-foliage, -0.06, -0.03);
  const forUprights = mix(wallsForUprights, dimUprights, dim);
  const bright = mix(ramp(-brightTop, -0.3, -0.2), ramp(-brightTop, -0.45, -0.35), dim);
  const together =
    mix(ramp(walls, 0.08, 0.14), ramp(walls, 0.05, 0.1), dim) *
    ramp(uprights + forUprights * enclosed, 0.72, 0.79) *
    ramp(-sky, -0.28, -0.14) *
    ramp(-foliage, -0.14, -0.07) *
    bright *
    ramp(-coolness, -0.14, -0.08) *
    mix(1, shutIn(evidence), daylightOf(evidence));
  return ramp(together, 0.45, 0.8);
}

/** 0 to 1: how surely the light is too dim for the world outside by day, and no dark sky makes it a night's. */
export function dimness({ lightEv, darkSky }: Pick<SceneEvidence, "lightEv" | "darkSky">): number {
  if (lightEv === undefined) return 0;
  return ramp(-lightEv, -dimEv[1], -dimEv[0]) * ramp(-darkSky, -0.38, -0.3);
}

function daylightOf({ lightEv }: Pick<SceneEvidence, "lightEv">): number {
  return lightEv === undefined ? 0 : ramp(lightEv, ...daylightEv);
}

/** 0 to 1: how surely walls fill the picture and nothing at all speaks of outside. */
function shutIn({ walls, sky, foliage, brightTop }: Omit<SceneEvidence, "room" | "againstSky" | "night">): number {
  return (
    ramp(walls, 0.2, 0.35) * ramp(-sky, -0.05, -0.02) * ramp(-foliage, -0.05, -0.02) * ramp(-brightTop, -0.2, -0.1)
  );
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

/** Means over whole squares of pixels, so that the longer edge comes to about {@link edgePx}. */
function reduce({ width: fullWidth, height: fullHeight, data }: SmallImage): Copy {
  const factor = Math.max(1, Math.round(Math.max(fullWidth, fullHeight) / edgePx));
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
      luma[at / 3] = 0.2126 * rgb[at] + 0.7152 * rgb[at + 1] + 0.0722 * rgb[at + 2];
    }
  }
  return { width, height, rgb, luma };
}

/** Central differences of a slightly smoothed luma, held within {@link mostGradient}. */
function gradients(luma: Float32Array, width: number, height: number, wrapX: boolean): [Float32Array, Float32Array] {
  const soft = boxMean({ width, height, data: luma }, 1, wrapX);
  const [across, down] = [new Float32Array(luma.length), new Float32Array(luma.length)];
  const held = (value: number) => Math.min(mostGradient, Math.max(-mostGradient, value));
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
 * Mean over the picture of the largest |gradient averaged along an upright|, over the leans, against the mean
 * |gradient|.
 */
function straightness(across: Float32Array, areas: Float32Array, width: number, wrapX: boolean): number {
  const height = areas.length;
  const half = Math.max(1, Math.floor(Math.max(width, height) / 32));
  let [along, all] = [0, 1e-9];
  const best = new Float32Array(across.length);
  // Of the leaning column through (x, middle of the picture): its pixels from top to bottom, −1 beside the picture.
  const column = new Int32Array(height);
  for (const lean of leans) {
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
 * Raises `best` to the |mean along a column| around each of its pixels. On its own, so that an engine compiles the loop
 * alone.
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

/** The value below which a share of all others lies, a sphere's rows counting by their `areas`. */
function valueAt(values: Float32Array, share: number, areas: Float32Array, wrapX: boolean): number {
  return wrapX ? quantiles(values, [share], areas)[0] : percentile(values, share);
}
