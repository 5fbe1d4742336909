import {
  baseCurve,
  type CurveShape,
  fitShape,
  invert,
  sceneLightOf,
  transform,
  xyzD50ToSrgb,
} from "../../codecs/index.ts";
import {
  decodeSrgb,
  type IntegerImage,
  luminanceWeights,
  type Mosaic,
  maxValueOf,
  swapsAxes,
  toOrientation,
} from "../../image/index.ts";
import { medianOf } from "../../ops/index.ts";
import { walk } from "./display.ts";
import { cameraLook, headroom, lookCells } from "./params.ts";
import { balancedMatrix, gainsOf } from "./white-balance.ts";

type Triple = readonly [number, number, number];

/** The tone of a camera's own picture, as settings for its sensor data. */
export interface CameraLook {
  /** The tone curve that matches the engine's picture to the camera's. */
  readonly curve: CurveShape;
  /** The response to the scene's white, largest component 1, if the file does not state it. */
  readonly neutral?: Triple;
}

/**
 * Derives the tone of a mosaic from the camera's own small picture (upright, display sRGB); `undefined` if the two do
 * not match, or if too much is dark or clipped. Brightness is compared quantile by quantile, so that a slightly shifted
 * picture gives the same result.
 */
export function findCameraLook(mosaic: Mosaic, picture: IntegerImage): CameraLook | undefined {
  const cells = cellsOf(mosaic, picture);
  const neutral = mosaic.isNeutralAssumed ? findNeutral(cells, mosaic) : undefined;
  const toLight = lightMatrix(mosaic, neutral ?? mosaic.asShotNeutral);
  const scene = cells.map(({ sensor }) => Math.max(0, luminanceOf(transform(toLight, sensor))));
  const shown = cells.map((cell) => luminanceOf(cell.shown));
  if (!(likenessOf(scene.map(Math.sqrt), shown.map(Math.sqrt)) > cameraLook.minLikeness)) return undefined;
  const [scenes, shows] = [sorted(scene), sorted(shown)];
  const parts = cameraLook.quantiles + 1;
  const pairs = Array.from({ length: cameraLook.quantiles }, (_, i) => Math.floor(((i + 1) / parts) * cells.length))
    .map((i) => [scenes[i], shows[i]] as const)
    .filter(
      ([light, to]) =>
        light > 0 &&
        light < cameraLook.nearClipping &&
        to > cameraLook.comparable.least &&
        to < cameraLook.comparable.most,
    );
  if (pairs.length < cameraLook.minQuantiles) return undefined;
  const { liftEv, contrast } = fitShape(pairs, headroom, cameraLook.contrasts);
  const curve = { liftEv: Math.min(cameraLook.maxLiftEv, Math.max(-cameraLook.maxLiftEv, liftEv)), contrast };
  return neutral ? { curve, neutral } : { curve };
}

/**
 * One look for all frames of a set, which preserves the relation of their exposures: the median of the frames' looks.
 */
export function settleCameraLook(looks: readonly (CameraLook | undefined)[]): CameraLook | undefined {
  const found = looks.filter((look) => look !== undefined);
  if (found.length === 0) return undefined;
  const liftEv = medianOf(found.map(({ curve }) => curve.liftEv));
  const curve = { liftEv, contrast: medianOf(found.map((look) => look.curve.contrast)) };
  const neutrals = found.flatMap(({ neutral }) => (neutral ? [neutral] : []));
  if (neutrals.length === 0) return { curve };
  return { curve, neutral: toNeutral([0, 1, 2].map((c) => medianOf(neutrals.map((neutral) => neutral[c])))) };
}

/** Matrix from sensor responses, as shares of white, to linear sRGB at the input of the base curve. */
function lightMatrix({ cameraToXyz, baselineExposureEv = 0 }: Mosaic, neutral: Triple): readonly number[] {
  const gains = gainsOf(neutral).map((gain) => gain * 2 ** baselineExposureEv);
  return balancedMatrix(xyzD50ToSrgb, cameraToXyz, neutral).map((value, i) => value * gains[i % 3]);
}

/**
 * The response to white that makes the sensor's colours match the camera's picture: the median ratio, over cells, of
 * the sensor's responses to those computed from the displayed colours with balanced channels.
 */
function findNeutral(all: readonly Cell[], mosaic: Mosaic): Triple {
  const cells = all.filter(({ shown, clips }) => {
    return (
      !clips && Math.min(...shown) > cameraLook.comparable.least && Math.max(...shown) < cameraLook.comparable.most
    );
  });
  const assumed = mosaic.asShotNeutral;
  const scenes = cells.map(({ shown }) => shown.map((light) => sceneLightOf(light, headroom)) as unknown as Triple);
  let neutral = assumed;
  for (let round = 0; round < cameraLook.rounds; round++) {
    const toBalanced = invert(balancedMatrix(xyzD50ToSrgb, mosaic.cameraToXyz, neutral));
    if (!toBalanced) return assumed;
    const responses = cells.flatMap(({ sensor }, i) => {
      const balanced = transform(toBalanced, scenes[i]);
      return Math.min(...balanced, ...sensor) > 0 ? [sensor.map((value, c) => value / balanced[c])] : [];
    });
    if (responses.length < cameraLook.minQuantiles) return assumed;
    const ratios = [0, 1, 2].map((c) => {
      const expected = assumed[c] / assumed[1];
      const found = medianOf(responses.map((response) => response[c] / response[1]));
      return Math.min(expected * cameraLook.farthest, Math.max(expected / cameraLook.farthest, found));
    });
    neutral = toNeutral(ratios);
  }
  return neutral;
}

function toNeutral([r, g, b]: readonly number[]): Triple {
  const largest = Math.max(r, g, b);
  return [r / largest, g / largest, b / largest];
}

function luminanceOf(light: Triple): number {
  return luminanceWeights.reduce((sum, weight, c) => sum + weight * light[c], 0);
}

/** Pearson's correlation; NaN if one of them is constant. */
function likenessOf(one: readonly number[], other: readonly number[]): number {
  const centred = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  };
  const [xs, ys] = [centred(one), centred(other)];
  const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  return product(xs, ys) / Math.sqrt(product(xs, xs) * product(ys, ys));
}

function sorted(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => a - b);
}

/** A part of the picture in the sensor data and in the camera's picture. */
interface Cell {
  /** Responses as shares of white: red, green, blue. */
  readonly sensor: Triple;
  /** Linear sRGB of the camera's picture. */
  readonly shown: Triple;
  /** Whether any photosite of it is near white. */
  readonly clips: boolean;
}

/**
 * Cells of the sensor with the same cells of the camera's upright picture. Both are means of display values (on the
 * sensor's side by the base curve), converted back to light, so that fine contrast has the same effect on both.
 */
function cellsOf(mosaic: Mosaic, picture: IntegerImage): readonly Cell[] {
  const { width, height } = mosaic.crop ?? mosaic;
  const about = Math.max(width, height) / lookCells.longest;
  const [columns, rows] = [Math.max(1, Math.round(width / about)), Math.max(1, Math.round(height / about))];
  const orientation = toOrientation(mosaic.orientation);
  const across = swapsAxes(orientation) ? rows : columns;
  const shown = shownCells(picture, across, (columns * rows) / across);
  const { start, stepX, stepY } = walk(orientation, { x: 0, y: 0, width: columns, height: rows }, columns);
  const response = responseOf(mosaic);
  return shown.map((each, i) => {
    const stored = start + (i % across) * stepX + Math.floor(i / across) * stepY;
    const [column, row] = [stored % columns, Math.floor(stored / columns)];
    const place = { left: (column * width) / columns, top: (row * height) / rows };
    return { shown: each, ...sensorCell(mosaic, response, { ...place, across: width / columns, down: height / rows }) };
  });
}

/** Mean display values in cells, as linear light. */
function shownCells({ width, height, data }: IntegerImage, columns: number, rows: number): readonly Triple[] {
  const sums = new Float64Array(columns * rows * 3);
  const counts = new Float64Array(columns * rows);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width);
      counts[cell]++;
      for (let c = 0; c < 3; c++) sums[cell * 3 + c] += data[(y * width + x) * 3 + c];
    }
  }
  const most = maxValueOf(data);
  const lightAt = (i: number, c: number) => decodeSrgb(sums[i * 3 + c] / (counts[i] * most));
  return Array.from(counts, (_, i): Triple => [lightAt(i, 0), lightAt(i, 1), lightAt(i, 2)]);
}

/** Conversion of samples to light, by colour. */
interface Response {
  readonly black: readonly number[];
  readonly white: readonly number[];
  /** From shares of white without black to balanced light. */
  readonly gains: Triple;
}

/** Uses the mean of position-dependent black levels. */
function responseOf({ black, blackPattern, white, asShotNeutral, baselineExposureEv = 0 }: Mosaic): Response {
  const [r, g, b] = gainsOf(asShotNeutral).map((gain) => gain * 2 ** baselineExposureEv);
  const gains: Triple = [r, g, b];
  if (!blackPattern) return { black, white, gains };
  const { levels, columns = [0], rows = [0] } = blackPattern;
  const level = mean(levels) + mean(columns) + mean(rows);
  return { black: [level, level, level], white, gains };
}

/** In pixels of the crop. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
}

function sensorCell(mosaic: Mosaic, { black, white, gains }: Response, { left, top, across, down }: Place) {
  const { width, data, pattern, crop = { x: 0, y: 0 } } = mosaic;
  const stride = lookCells.strides.find((one) => one * lookCells.sitesAcross <= across) ?? 1;
  const ranges = white.map((level, c) => Math.max(1, level - black[c]));
  const sums = new Float64Array(3);
  const counts = new Float64Array(3);
  let clips = false;
  const channels = pattern ? 1 : 3;
  const [endX, endY] = [crop.x + Math.floor(left + across), crop.y + Math.floor(top + down)];
  for (let y = crop.y + Math.floor(top); y < endY; y += stride) {
    const row = pattern ? (y % pattern.height) * pattern.width : 0;
    for (let x = crop.x + Math.floor(left); x < endX; x += stride) {
      for (let k = 0; k < channels; k++) {
        const c = pattern ? pattern.colors[row + (x % pattern.width)] : k;
        const light = (data[(y * width + x) * channels + k] - black[c]) / ranges[c];
        if (light > lookCells.clipping) clips = true;
        sums[c] += displayOf(light * gains[c]);
        counts[c]++;
      }
    }
  }
  const lightOf = (c: number) => sceneLightOf(decodeSrgb(sums[c] / Math.max(1, counts[c])), headroom) / gains[c];
  return { sensor: [lightOf(0), lightOf(1), lightOf(2)] as Triple, clips };
}

/** Table of the base curve, for light from 0 to the headroom. */
let displays: Float32Array | undefined;

function displayOf(light: number): number {
  const { curveSteps: steps } = lookCells;
  displays ??= Float32Array.from({ length: steps + 1 }, (_, i) => baseCurve((i / steps) * headroom, headroom));
  return displays[Math.round((Math.min(headroom, Math.max(0, light)) / headroom) * steps)];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
