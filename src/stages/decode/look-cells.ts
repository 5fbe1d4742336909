import { baseCurve, sceneLightOf } from "../../codecs/index.ts";
import { decodeSrgb, type IntegerImage, type Mosaic, maxValueOf, swapsAxes, toOrientation } from "../../image/index.ts";
import { headroom } from "./display.ts";
import { walk } from "./walk.ts";
import { gainsOf } from "./white-balance.ts";

type Triple = readonly [number, number, number];

/** A place of the picture as the sensor saw it and as the camera shows it. */
export interface Cell {
  /** Responses as shares of white: red, green, blue. */
  readonly sensor: Triple;
  /** Linear sRGB of the camera's picture. */
  readonly shown: Triple;
  /** Whether a photosite of it is at or near white. */
  readonly clips: boolean;
}

/** Cells along the longer edge. */
const longest = 48;

/** So many photosites of a cell are looked at along each axis, or a few more. */
const sitesAcross = 8;

/** A photosite above this share of white clips. */
const clipping = 0.95;

/** Strides that meet every colour of Bayer's and X-Trans's cells: without a divisor in common with 2 and 3. */
const strides = [25, 19, 13, 11, 7, 5, 1] as const;

/**
 * The picture in cells of the sensor, each with what the camera's upright picture shows there. Both are means of
 * display values (by the base curve, on the sensor's side), brought back to light, so that fine contrast counts alike.
 */
export function cellsOf(mosaic: Mosaic, picture: IntegerImage): readonly Cell[] {
  const { width, height } = mosaic.crop ?? mosaic;
  const about = Math.max(width, height) / longest;
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

/** What a sample means, colour by colour. */
interface Response {
  readonly black: readonly number[];
  readonly white: readonly number[];
  /** From black-free shares of white to balanced light. */
  readonly gains: Triple;
}

/** Of black levels by place the mean. */
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
  const stride = strides.find((one) => one * sitesAcross <= across) ?? 1;
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
        if (light > clipping) clips = true;
        sums[c] += displayOf(light * gains[c]);
        counts[c]++;
      }
    }
  }
  const lightOf = (c: number) => sceneLightOf(decodeSrgb(sums[c] / Math.max(1, counts[c])), headroom) / gains[c];
  return { sensor: [lightOf(0), lightOf(1), lightOf(2)] as Triple, clips };
}

const steps = 16_384;

/** The base curve in steps of light up to the headroom. */
let displays: Float32Array | undefined;

function displayOf(light: number): number {
  displays ??= Float32Array.from({ length: steps + 1 }, (_, i) => baseCurve((i / steps) * headroom, headroom));
  return displays[Math.round((Math.min(headroom, Math.max(0, light)) / headroom) * steps)];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
