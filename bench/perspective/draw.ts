import { type Camera, cameraAxes, focalPx, type Vec3 } from "../../fixtures/scene/index.ts";
import { fractalNoise, hash2, seededRandom } from "../../fixtures/scene/random.ts";
import { dot, subtract } from "../../fixtures/scene/vector.ts";
import type { IntegerImage } from "../../src/image/index.ts";

/** A flat, convex face of the world, in metres (x east, y north, z up). */
export interface Face {
  readonly points: readonly Vec3[];
  /** Display value, 0 to 1. */
  readonly level: number;
  /** Amplitude of its texture; default 0.02. */
  readonly grain?: number;
}

/** Samples of a pixel along each side. */
const SAMPLES = 2;
/** Amplitude of noise out of 255; the sum of three uniform numbers has half of it as standard deviation. */
const NOISE = 3;
/** Near clipping distance, in metres. */
const NEAR = 0.05;

/** A projected corner of a face: position in samples, and 1 / depth, which is linear in the picture. */
interface Corner {
  readonly x: number;
  readonly y: number;
  readonly inverse: number;
}

/** Renders faces as a noisy grey picture in front of a sky, near ones over far ones; display sRGB, 8 bits. */
export function drawFaces(
  faces: readonly Face[],
  camera: Camera,
  [width, height]: readonly [number, number],
  seed: number,
): IntegerImage {
  const [w, h] = [width * SAMPLES, height * SAMPLES];
  const light = new Float32Array(w * h);
  for (let y = 0; y < h; y++) light.fill(0.85 - (0.15 * y) / h, y * w, (y + 1) * w);
  const depth = new Float32Array(w * h);
  for (const [i, face] of faces.entries()) {
    const corners = seenCorners(face, camera, width, height);
    if (corners.length > 2) fillFace(corners, face, { light, depth, w, h }, seed * 1009 + i);
  }
  return expose(light, width, height, seed);
}

/** The corners in front of the camera; edges from behind it are clipped. */
function seenCorners({ points }: Face, camera: Camera, width: number, height: number): Corner[] {
  const { right, up, forward } = cameraAxes(camera);
  const f = focalPx(camera, width, height);
  const seen = points.map((point) => {
    const ray = subtract(point, camera.position);
    return [dot(ray, right), -dot(ray, up), dot(ray, forward)] as const;
  });
  const corners: Corner[] = [];
  const add = ([x, y, z]: readonly [number, number, number]) => {
    const project = (value: number, middle: number) => (middle + (f * value) / z) * SAMPLES;
    corners.push({ x: project(x, width / 2), y: project(y, height / 2), inverse: 1 / z });
  };
  for (const [i, from] of seen.entries()) {
    const to = seen[(i + 1) % seen.length];
    if (from[2] >= NEAR) add(from);
    if (from[2] >= NEAR === to[2] >= NEAR) continue;
    const t = (NEAR - from[2]) / (to[2] - from[2]);
    add([from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1]), NEAR]);
  }
  return corners;
}

interface Canvas {
  readonly light: Float32Array;
  /** Inverse depth of the drawn faces; 0 is infinite distance. */
  readonly depth: Float32Array;
  readonly w: number;
  readonly h: number;
}

function fillFace(corners: readonly Corner[], { level, grain = 0.02 }: Face, canvas: Canvas, seed: number): void {
  const { light, depth, w, h } = canvas;
  const ys = corners.map(({ y }) => y);
  const [top, bottom] = [Math.max(0, Math.ceil(Math.min(...ys))), Math.min(h - 1, Math.floor(Math.max(...ys)))];
  for (let y = top; y <= bottom; y++) {
    const row = crossings(corners, y);
    if (!row) continue;
    const [from, to] = row;
    const slope = (to.inverse - from.inverse) / Math.max(1e-9, to.x - from.x);
    const end = Math.min(w - 1, Math.floor(to.x));
    for (let x = Math.max(0, Math.ceil(from.x)); x <= end; x++) {
      const inverse = from.inverse + slope * (x - from.x);
      const i = y * w + x;
      if (inverse <= depth[i]) continue;
      depth[i] = inverse;
      light[i] = level + grain * (hash2(x >> 2, y >> 2, seed) - 0.5);
    }
  }
}

/** The points where the row at `y` enters and leaves a convex face. */
function crossings(corners: readonly Corner[], y: number): readonly [Corner, Corner] | undefined {
  let from: Corner | undefined;
  let to: Corner | undefined;
  for (const [i, a] of corners.entries()) {
    const b = corners[(i + 1) % corners.length];
    if (a.y <= y === b.y <= y) continue;
    const t = (y - a.y) / (b.y - a.y);
    const at = { x: a.x + t * (b.x - a.x), y, inverse: a.inverse + t * (b.inverse - a.inverse) };
    if (!from || at.x < from.x) from = at;
    if (!to || at.x > to.x) to = at;
  }
  return from && to && [from, to];
}

/** Edge of blocks for which the uneven light is computed once, in pixels. */
const SHADE_BLOCK = 8;

/** Applies uneven light, averages samples and adds noise. */
function expose(light: Float32Array, width: number, height: number, seed: number): IntegerImage {
  const random = seededRandom(seed);
  const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  const shades = new Float32Array(Math.ceil(width / SHADE_BLOCK));
  const stride = width * SAMPLES;
  for (let y = 0; y < height; y++) {
    if (y % SHADE_BLOCK === 0) {
      for (let k = 0; k < shades.length; k++) {
        shades[k] = 0.75 + 0.5 * fractalNoise((k * SHADE_BLOCK) / 160, y / 160, 2, seed);
      }
    }
    for (let x = 0; x < width; x++) {
      const i = y * SAMPLES * stride + x * SAMPLES;
      const mean = (light[i] + light[i + 1] + light[i + stride] + light[i + stride + 1]) / 4;
      const noise = NOISE * (random() + random() + random() - 1.5);
      const value = 255 * Math.min(1, mean * shades[Math.floor(x / SHADE_BLOCK)]) + noise;
      data.fill(Math.min(255, Math.max(0, Math.round(value))), (y * width + x) * 3, (y * width + x + 1) * 3);
    }
  }
  return { width, height, channels: 3, data, space: "srgb" };
}
