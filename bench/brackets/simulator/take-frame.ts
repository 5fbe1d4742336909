import { fractalNoise, seededNormal } from "../../../fixtures/scene/random.ts";
import type { IntegerImage } from "../../../src/image/index.ts";
import { type Exposure, inverse, type SimulatedCamera } from "./camera.ts";
import { responseSteps } from "./response.ts";
import type { Light } from "./scenes.ts";

const normals = Float32Array.from({ length: 65536 }, seededNormal(77));

/** A part of the picture: rows and columns from the first to before the last. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Taking {
  /** Gain that brings the scene to the middle of the response at 0 EV. */
  readonly gain: number;
  /** Seed of noise and displacement; `undefined` for none of either kind of noise. */
  readonly seed: number;
  readonly noisy: boolean;
  /** Default: the whole picture. */
  readonly region?: Region;
}

/** What the camera makes of scene light, before JPEG: display values, 8 bits, of a region (0 elsewhere). */
export function takeFrame(light: Light, camera: SimulatedCamera, exposure: Exposure, taking: Taking): IntegerImage {
  const { width, height } = light;
  const { left, top, right, bottom } = taking.region ?? { left: 0, top: 0, right: width, bottom: height };
  const data = new Uint8Array(new SharedArrayBuffer(3 * width * height));
  const sample = sampler(light, exposure, taking.seed);
  const develop = developer(light, camera, exposure, taking.gain);
  const noise = taking.noisy ? noiseOf(camera, taking.seed) : () => 0;
  const pixel = new Float64Array(3);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      sample(x, y, pixel);
      develop(x, y, pixel, noise);
      const at = 3 * (y * width + x);
      for (let c = 0; c < 3; c++) data[at + c] = pixel[c];
    }
  }
  const image: IntegerImage = { width, height, channels: 3, data, space: "srgb" };
  if (camera.sharpening > 0) sharpen(image, camera.sharpening, { left, top, right, bottom });
  return image;
}

/** Light at a pixel, displaced by a smooth field of which each frame has its own; bilinear. */
function sampler(
  { width, height, data }: Light,
  { displacedPx }: Exposure,
  seed: number,
): (x: number, y: number, out: Float64Array) => void {
  if (displacedPx === 0)
    return (x, y, out) => {
      const at = 3 * (y * width + x);
      for (let c = 0; c < 3; c++) out[c] = data[at + c];
    };
  const field = displacementField(width, height, displacedPx, seed);
  return (x, y, out) => {
    const [dx, dy] = field(x, y);
    const u = Math.min(width - 1.001, Math.max(0, x + dx));
    const v = Math.min(height - 1.001, Math.max(0, y + dy));
    const [x0, y0] = [Math.floor(u), Math.floor(v)];
    const [fx, fy] = [u - x0, v - y0];
    const at = 3 * (y0 * width + x0);
    const below = at + 3 * width;
    for (let c = 0; c < 3; c++) {
      const above = data[at + c] + (data[at + 3 + c] - data[at + c]) * fx;
      const under = data[below + c] + (data[below + 3 + c] - data[below + c]) * fx;
      out[c] = above + (under - above) * fy;
    }
  };
}

const fieldStep = 32;

/** A turn, scale and waves of some hundred pixels: what a homography fits badly. At most `amplitudePx` along each axis. */
function displacementField(
  width: number,
  height: number,
  amplitudePx: number,
  seed: number,
): (x: number, y: number) => readonly [number, number] {
  const columns = Math.ceil(width / fieldStep) + 2;
  const rows = Math.ceil(height / fieldStep) + 2;
  const grids = [0, 1].map((axis) =>
    Float32Array.from({ length: columns * rows }, (_, i) => {
      const [u, v] = [(i % columns) / 6, Math.floor(i / columns) / 6];
      return amplitudePx * (2 * fractalNoise(u, v, 2, seed * 2 + axis) - 1);
    }),
  );
  return (x, y) => {
    const [u, v] = [x / fieldStep, y / fieldStep];
    const [x0, y0] = [Math.floor(u), Math.floor(v)];
    const [fx, fy] = [u - x0, v - y0];
    const at = y0 * columns + x0;
    const between = (grid: Float32Array) => {
      const above = grid[at] + (grid[at + 1] - grid[at]) * fx;
      const under = grid[at + columns] + (grid[at + columns + 1] - grid[at + columns]) * fx;
      return above + (under - above) * fy;
    };
    return [between(grids[0]), between(grids[1])];
  };
}

/** Noise of a white-balanced sensor value, a channel: shot noise by the square root of light, and read noise. */
function noiseOf({ fullWell, readNoise }: SimulatedCamera, seed: number): (value: number, channel: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  // Red and blue gather less light, which white balance brings up together with their noise.
  const gains = [1.9, 1, 1.6];
  return (value, channel) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const variance = (gains[channel] * Math.max(0, value)) / fullWell + (gains[channel] * (readNoise / fullWell)) ** 2;
    return normals[state >>> 16] * Math.sqrt(variance);
  };
}

/** Light of a pixel to display values, in place: lens, sensor, clipping, matrix, style, clipping, response. */
function developer(
  light: Light,
  camera: SimulatedCamera,
  { ev, drift }: Exposure,
  gain: number,
): (x: number, y: number, pixel: Float64Array, noise: (value: number, channel: number) => number) => void {
  const { matrix: m, fullAt, saturation, vignetting, response } = camera;
  const back = inverse(m);
  const scale = gain * 2 ** ev;
  const veil = camera.flare * scale * meanOf(light);
  const [midX, midY] = [(light.width - 1) / 2, (light.height - 1) / 2];
  const reach = midX * midX + midY * midY;
  const balance = [drift[0], 1, drift[1]];
  const tables = response.channels.map(tableOf);
  const raw = [0, 0, 0];
  return (x, y, pixel, noise) => {
    const far = ((x - midX) ** 2 + (y - midY) ** 2) / reach;
    const lens = scale * (1 - vignetting * far * (0.7 + 0.3 * far));
    const [r, g, b] = [pixel[0] * lens + veil, pixel[1] * lens + veil, pixel[2] * lens + veil];
    for (let c = 0; c < 3; c++) {
      const sensed = balance[c] * (back[3 * c] * r + back[3 * c + 1] * g + back[3 * c + 2] * b);
      raw[c] = Math.min(fullAt[c], Math.max(0, Math.min(fullAt[c], sensed) + noise(Math.min(fullAt[c], sensed), c)));
    }
    const red = m[0] * raw[0] + m[1] * raw[1] + m[2] * raw[2];
    const green = m[3] * raw[0] + m[4] * raw[1] + m[5] * raw[2];
    const blue = m[6] * raw[0] + m[7] * raw[1] + m[8] * raw[2];
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    pixel[0] = tables[0][codeOf(luminance + saturation * (red - luminance))];
    pixel[1] = tables[1][codeOf(luminance + saturation * (green - luminance))];
    pixel[2] = tables[2][codeOf(luminance + saturation * (blue - luminance))];
  };
}

const tableSteps = 8191;

/** By the square root, which gives the dark tones their share of the table. */
function codeOf(value: number): number {
  return value <= 0 ? 0 : value >= 1 ? tableSteps : Math.round(Math.sqrt(value) * tableSteps);
}

const knownTables = new WeakMap<Float32Array, Uint8Array>();

/** 8-bit display value of the square root of light. */
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
