import { fractalNoise, seededNormal } from "../../../fixtures/scene/random.ts";
import type { IntegerImage } from "../../../src/image/index.ts";
import { type Exposure, inverse, type SimulatedCamera } from "./camera.ts";
import { responseSteps } from "./response.ts";
import type { Light } from "./scenes.ts";

const normals = Float32Array.from({ length: 65536 }, seededNormal(77));

/** A part of the picture: rows and columns, with exclusive ends. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Taking {
  /** Gain that exposes the scene at the middle of the response at 0 EV. */
  readonly gain: number;
  /** Seed of noise and displacement; `undefined` for neither. */
  readonly seed: number;
  readonly noisy: boolean;
  /** By default, the whole picture. */
  readonly region?: Region;
}

/** Converts scene light to the camera's display values before JPEG, 8 bits, for a region (0 elsewhere). */
export function takeFrame(light: Light, camera: SimulatedCamera, exposure: Exposure, taking: Taking): IntegerImage {
  const { width, height } = light;
  const region = taking.region ?? { left: 0, top: 0, right: width, bottom: height };
  const { left, top, right, bottom } = region;
  const data = new Uint8Array(new SharedArrayBuffer(3 * width * height));
  const row = new Float32Array(3 * (right - left));
  const sample = rowSampler(light, exposure, taking.seed, region);
  const develop = rowDeveloper(light, camera, exposure, taking);
  for (let y = top; y < bottom; y++) {
    sample(y, row);
    develop(y, left, row, data);
  }
  const image: IntegerImage = { width, height, channels: 3, data, space: "srgb" };
  if (camera.sharpening > 0) sharpen(image, camera.sharpening, region);
  return image;
}

/** Light of a row, displaced by a smooth field that differs between frames; bilinear. */
function rowSampler(
  { width, height, data }: Light,
  { displacedPx }: Exposure,
  seed: number,
  { left, right }: Region,
): (y: number, row: Float32Array) => void {
  if (displacedPx === 0) return (y, row) => row.set(data.subarray(3 * (y * width + left), 3 * (y * width + right)));
  const [acrossX, acrossY] = displacementField(width, height, displacedPx, seed);
  return (y, row) => {
    for (let x = left, to = 0; x < right; x++) {
      const u = Math.min(width - 1.001, Math.max(0, x + fieldAt(acrossX, x, y)));
      const v = Math.min(height - 1.001, Math.max(0, y + fieldAt(acrossY, x, y)));
      const at = 3 * (Math.floor(v) * width + Math.floor(u));
      const below = at + 3 * width;
      const [fx, fy] = [u - Math.floor(u), v - Math.floor(v)];
      for (let c = 0; c < 3; c++, to++) {
        const upper = data[at + c] + (data[at + 3 + c] - data[at + c]) * fx;
        row[to] = upper + (data[below + c] + (data[below + 3 + c] - data[below + c]) * fx - upper) * fy;
      }
    }
  };
}

const fieldStep = 32;

interface Field {
  readonly columns: number;
  readonly values: Float32Array;
}

/** Waves of some hundred pixels, at most `amplitudePx` along each axis, which a homography fits badly. */
function displacementField(width: number, height: number, amplitudePx: number, seed: number): readonly [Field, Field] {
  const columns = Math.ceil(width / fieldStep) + 2;
  const rows = Math.ceil(height / fieldStep) + 2;
  const along = (axis: number): Field => ({
    columns,
    values: Float32Array.from({ length: columns * rows }, (_, i) => {
      const [u, v] = [(i % columns) / 6, Math.floor(i / columns) / 6];
      return amplitudePx * (2 * fractalNoise(u, v, 2, seed * 2 + axis) - 1);
    }),
  });
  return [along(0), along(1)];
}

function fieldAt({ columns, values }: Field, x: number, y: number): number {
  const [u, v] = [x / fieldStep, y / fieldStep];
  const [x0, y0] = [Math.floor(u), Math.floor(v)];
  const at = y0 * columns + x0;
  const upper = values[at] + (values[at + 1] - values[at]) * (u - x0);
  const lower = values[at + columns] + (values[at + columns + 1] - values[at + columns]) * (u - x0);
  return upper + (lower - upper) * (v - y0);
}

/** Gains of white balance: red and blue receive less light, and their noise is amplified with it. */
const sensorGains = [1.9, 1, 1.6];

/** Converts a row of light to display values: lens, sensor, noise, clipping, matrix, style, clipping, response. */
function rowDeveloper(
  light: Light,
  camera: SimulatedCamera,
  { ev, drift }: Exposure,
  { gain, noisy, seed }: Taking,
): (y: number, left: number, row: Float32Array, data: Uint8Array) => void {
  const { matrix: m, fullAt, saturation, vignetting, response, fullWell, readNoise } = camera;
  const back = inverse(m);
  const scale = gain * 2 ** ev;
  const veil = camera.flare * scale * meanOf(light);
  const [midX, midY] = [(light.width - 1) / 2, (light.height - 1) / 2];
  const reach = midX * midX + midY * midY;
  const balance = [drift[0], 1, drift[1]];
  const [reds, greens, blues] = response.channels.map(tableOf);
  const raw = [0, 0, 0];
  const shot = sensorGains.map((each) => each / fullWell);
  const read = sensorGains.map((each) => (each * (readNoise / fullWell)) ** 2);
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return (y, left, row, data) => {
    for (let i = 0, x = left, to = 3 * (y * light.width + left); i < row.length; i += 3, x++, to += 3) {
      const far = ((x - midX) ** 2 + (y - midY) ** 2) / reach;
      const lens = scale * (1 - vignetting * far * (0.7 + 0.3 * far));
      const [r, g, b] = [row[i] * lens + veil, row[i + 1] * lens + veil, row[i + 2] * lens + veil];
      for (let c = 0; c < 3; c++) {
        let value = Math.min(fullAt[c], balance[c] * (back[3 * c] * r + back[3 * c + 1] * g + back[3 * c + 2] * b));
        if (noisy) {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          value += normals[state >>> 16] * Math.sqrt(shot[c] * Math.max(0, value) + read[c]);
        }
        raw[c] = Math.min(fullAt[c], Math.max(0, value));
      }
      const red = m[0] * raw[0] + m[1] * raw[1] + m[2] * raw[2];
      const green = m[3] * raw[0] + m[4] * raw[1] + m[5] * raw[2];
      const blue = m[6] * raw[0] + m[7] * raw[1] + m[8] * raw[2];
      const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      data[to] = reds[codeOf(luminance + saturation * (red - luminance))];
      data[to + 1] = greens[codeOf(luminance + saturation * (green - luminance))];
      data[to + 2] = blues[codeOf(luminance + saturation * (blue - luminance))];
    }
  };
}

const tableSteps = 8191;

/** Encodes by the square root, which gives dark tones more entries of the table. */
function codeOf(value: number): number {
  return value <= 0 ? 0 : value >= 1 ? tableSteps : Math.round(Math.sqrt(value) * tableSteps);
}

const knownTables = new WeakMap<Float32Array, Uint8Array>();

/** Table from square roots of light to 8-bit display values. */
function tableOf(curve: Float32Array): Uint8Array {
  const known = knownTables.get(curve);
  if (known) return known;
  const table = Uint8Array.from({ length: tableSteps + 1 }, (_, i) => {
    const at = Math.min(responseSteps - 1.001, (i / tableSteps) ** 2 * (responseSteps - 1));
    const low = Math.floor(at);
    return Math.round(255 * Math.min(1, Math.max(0, curve[low] + (curve[low + 1] - curve[low]) * (at - low))));
  });
  knownTables.set(curve, table);
  return table;
}

const knownMeans = new WeakMap<Light, number>();

function meanOf(light: Light): number {
  const known = knownMeans.get(light);
  if (known !== undefined) return known;
  let sum = 0;
  for (let i = 0; i < light.data.length; i++) sum += light.data[i];
  knownMeans.set(light, sum / light.data.length);
  return sum / light.data.length;
}

/** Adds a share of the difference from the mean of four neighbours, in place. */
function sharpen({ width, height, data }: IntegerImage, amount: number, { left, top, right, bottom }: Region): void {
  const source = data.slice();
  for (let y = Math.max(1, top); y < Math.min(height - 1, bottom); y++) {
    for (let x = Math.max(1, left); x < Math.min(width - 1, right); x++) {
      for (let i = 3 * (y * width + x), end = i + 3; i < end; i++) {
        const mean = (source[i - 3] + source[i + 3] + source[i - 3 * width] + source[i + 3 * width]) / 4;
        const value = source[i] + amount * (source[i] - mean);
        data[i] = value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
      }
    }
  }
}
