import {
  applyHomography,
  encodeSrgb,
  type Homography,
  type IntegerImage,
  invertHomography,
} from "../../src/image/index.ts";
import { seededRandom } from "./random.ts";

/**
 * A scene as linear light, with a border around the picture on every side: the continuous function whose cubic B-spline
 * coefficients are `data`. All shots sample that function, so the motion between two shots is known exactly, without
 * the bias of resampling a picture.
 */
export interface RadianceMap {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
  /** Coefficients for each pixel of a picture, along each axis. */
  readonly density: number;
  /** Size of the pictures. */
  readonly pictureWidth: number;
  readonly pictureHeight: number;
}

/** Boards are drawn at twice the resolution of the pictures and smoothed to the resolution of a lens and a pixel. */
const boardDensity = 2;
/** The border, as a share of the picture's longer edge. */
export const border = 0.08;

/**
 * A generated scene: overlapping boards, frames and slats with brightness over ten stops, shading, and fine grain on
 * some.
 */
export function makeRadiance(seed: number, pictureWidth: number, pictureHeight: number): RadianceMap {
  const random = seededRandom(seed);
  const pad = Math.ceil(border * pictureWidth);
  const width = (pictureWidth + 2 * pad) * boardDensity;
  const height = (pictureHeight + 2 * pad) * boardDensity;
  const data = new Float32Array(width * height).fill(0.3);
  const boards = Array.from({ length: 90 }, (): Board => {
    const size = width * 0.4 * random() ** 2 + 12;
    return {
      x: random() * width,
      y: random() * height,
      halfWidth: size * (0.2 + 0.8 * random()),
      halfHeight: size * (0.2 + 0.8 * random()),
      angle: random() < 0.7 ? (random() - 0.5) * 0.06 : random() * 3,
      radiance: 2 ** (-7 + 8 * random()),
      slats: random() < 0.15 ? 6 + 30 * random() : 0,
      grain: random() < 0.4 ? 0.35 * random() : 0,
      phase: random() * 100,
    };
  });
  // Drawn from front to back; covered pixels are skipped.
  const isDrawn = new Uint8Array(data.length);
  for (const board of boards.reverse()) addBoard(data, isDrawn, width, height, board);
  smooth(data, width, height);
  return { width, height, data, density: boardDensity, pictureWidth, pictureHeight };
}

/** [1 4 6 4 1]/16 along both axes: with the B-spline a lens and pixel of 0.58 px (one standard deviation). */
function smooth(data: Float32Array, width: number, height: number): void {
  for (const [step, lines, along, length] of [
    [1, height, width, width],
    [width, width, 1, height],
  ]) {
    const line = new Float32Array(length + 4);
    for (let k = 0; k < lines; k++) {
      for (let i = -2; i < length + 2; i++) {
        line[i + 2] = data[k * along + Math.min(length - 1, Math.max(0, i)) * step];
      }
      for (let i = 0; i < length; i++) {
        data[k * along + i * step] = (line[i] + line[i + 4] + 4 * (line[i + 1] + line[i + 3]) + 6 * line[i + 2]) / 16;
      }
    }
  }
}

interface Board {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly angle: number;
  readonly radiance: number;
  readonly slats: number;
  readonly grain: number;
  readonly phase: number;
}

function addBoard(data: Float32Array, isDrawn: Uint8Array, width: number, height: number, board: Board): void {
  const reach = Math.hypot(board.halfWidth, board.halfHeight);
  const [cos, sin] = [Math.cos(board.angle), Math.sin(board.angle)];
  for (let y = Math.max(0, Math.floor(board.y - reach)); y < Math.min(height, board.y + reach); y++) {
    for (let x = Math.max(0, Math.floor(board.x - reach)); x < Math.min(width, board.x + reach); x++) {
      const at = y * width + x;
      if (isDrawn[at] === 1) continue;
      const u = cos * (x - board.x) + sin * (y - board.y);
      const v = cos * (y - board.y) - sin * (x - board.x);
      if (Math.abs(u) > board.halfWidth || Math.abs(v) > board.halfHeight) continue;
      let value = board.radiance * (1 + (0.3 * u) / board.halfWidth);
      if (board.slats > 0 && Math.floor((v + board.halfHeight) / board.slats) % 2) value *= 0.5;
      if (board.grain > 0) {
        value *=
          1 +
          board.grain * Math.sin(u / 2.3 + board.phase) * Math.sin(v / 3.1 + u / 17) +
          board.grain * Math.sin(v / 41);
      }
      data[at] = value;
      isDrawn[at] = 1;
    }
  }
}

export interface Shot {
  /** Picture of the reference pixel → pixel of this shot. */
  readonly warp: Homography;
  /** Share of full scale for radiance 1. */
  readonly gain: number;
  readonly noiseSeed: number;
  /** Noise: 0 for none, 1 for a small camera. */
  readonly noise: number;
  /** An ellipse of different content, as an object that moved. */
  readonly mover?: { readonly x: number; readonly y: number; readonly radiusX: number; readonly radiusY: number };
  /** A camera's contrast curve on top of sRGB, 0 to 1. */
  readonly contrast?: number;
}

/**
 * Renders one exposure: shot and read noise, clipping, the camera's curve, sRGB, 8 bits; all three channels are equal.
 */
export function takeShot(scene: RadianceMap, shot: Shot): IntegerImage {
  const { pictureWidth: width, pictureHeight: height, density } = scene;
  const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  const [a, b, c, d, e, f, g, h, k] = invertHomography(shot.warp);
  const curve = displayCurve(shot.contrast ?? 0);
  const [padX, padY] = [(scene.width / density - width) / 2, (scene.height / density - height) / 2];
  let state = shot.noiseSeed | 1;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const z = 1 / (g * x + h * y + k);
      let px = (a * x + b * y + c) * z;
      let py = (d * x + e * y + f) * z;
      if (shot.mover && isInside(shot.mover, x, y)) {
        px = width - px;
        py += 11;
      }
      const light =
        shot.gain * sampleSpline(scene, (px + padX + 0.5) * density - 0.5, (py + padY + 0.5) * density - 0.5);
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      const noise = shot.noise * Math.sqrt(2e-4 * light + 2.5e-7) * normals[state >>> 16];
      const value = curve[Math.min(curveSteps - 1, Math.max(0, ((light + noise) * (curveSteps - 1) + 0.5) | 0))];
      data[at] = value;
      data[at + 1] = value;
      data[at + 2] = value;
    }
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

function isInside(mover: NonNullable<Shot["mover"]>, x: number, y: number): boolean {
  return ((x - mover.x) / mover.radiusX) ** 2 + ((y - mover.y) / mover.radiusY) ** 2 < 1;
}

/** Samples of a normal distribution, in a seeded order: sums of twelve uniforms. */
const normals = Float32Array.from(
  { length: 65536 },
  (
    (random) => () =>
      Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6)
  )(seededRandom(99)),
);

/** Fine enough that the darkest 8-bit levels are distributed as in a camera. */
const curveSteps = 16384;

function displayCurve(contrast: number): Uint8Array {
  return Uint8Array.from({ length: curveSteps }, (_, i) => {
    const display = encodeSrgb(i / (curveSteps - 1));
    const curved = display * display * (3 - 2 * display);
    return Math.round(255 * (display + contrast * (curved - display)));
  });
}

const splineSteps = 1024;
/** Weights of the cubic B-spline for each of the fractions of a sample, four after four. */
const spline = new Float64Array((splineSteps + 1) * 4);
for (let i = 0; i <= splineSteps; i++) {
  const t = i / splineSteps;
  spline.set(
    [(1 - t) ** 3 / 6, (3 * t ** 3 - 6 * t ** 2 + 4) / 6, (1 + 3 * t + 3 * t ** 2 - 3 * t ** 3) / 6, t ** 3 / 6],
    i * 4,
  );
}

function sampleSpline({ width, height, data }: RadianceMap, x: number, y: number): number {
  const x0 = Math.min(width - 3, Math.max(1, Math.floor(x)));
  const y0 = Math.min(height - 3, Math.max(1, Math.floor(y)));
  const a = Math.round(Math.min(1, Math.max(0, x - x0)) * splineSteps) * 4;
  const b = Math.round(Math.min(1, Math.max(0, y - y0)) * splineSteps) * 4;
  let sum = 0;
  for (let j = 0, at = (y0 - 1) * width + x0 - 1; j < 4; j++, at += width) {
    sum +=
      spline[b + j] *
      (spline[a] * data[at] +
        spline[a + 1] * data[at + 1] +
        spline[a + 2] * data[at + 2] +
        spline[a + 3] * data[at + 3]);
  }
  return sum;
}

/** A turn and scaling about the picture's centre, then a shift: reference pixel → frame pixel. */
export function similarityAbout(
  width: number,
  height: number,
  motion: { readonly dx: number; readonly dy: number; readonly angleDeg: number; readonly scale: number },
): Homography {
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  const a = motion.scale * Math.cos((motion.angleDeg * Math.PI) / 180);
  const b = motion.scale * Math.sin((motion.angleDeg * Math.PI) / 180);
  return [a, -b, cx + motion.dx - a * cx + b * cy, b, a, cy + motion.dy - b * cx - a * cy, 0, 0, 1];
}

export interface SeededCase {
  readonly warp: Homography;
  readonly stops: number;
  readonly reference: Shot;
  readonly moved: Shot;
}

/**
 * One case of the accuracy target: shift up to 3 % of the width, ±1°, ±0.3 % scale, 1 to 8 EV apart, noise, the
 * brightest 20 % clipped in the brighter frame, a mover on 15 % of the picture. The brighter frame is random.
 */
export function seededCase(scene: RadianceMap, seed: number): SeededCase {
  const random = seededRandom(seed);
  const { pictureWidth: width, pictureHeight: height } = scene;
  const between = (low: number, high: number) => low + (high - low) * random();
  const length = 0.03 * width * Math.sqrt(random());
  const direction = between(0, 2 * Math.PI);
  const motion = {
    dx: length * Math.cos(direction),
    dy: length * Math.sin(direction),
    angleDeg: between(-1, 1),
    scale: between(0.997, 1.003),
  };
  const stops = between(1, 8);
  const bright = 1 / percentile(scene.data, 0.8);
  const [gain, other] = random() < 0.5 ? [bright, bright / 2 ** stops] : [bright / 2 ** stops, bright];
  const radius = Math.sqrt((0.15 * width * height) / Math.PI);
  const stretch = between(0.7, 1.4);
  const [radiusX, radiusY] = [radius * stretch, radius / stretch];
  const mover = { x: between(0.2, 0.8) * width, y: between(0.2, 0.8) * height, radiusX, radiusY };
  const warp = similarityAbout(width, height, motion);
  const contrast = between(0, 0.6);
  const shared = { noise: 1, contrast };
  return {
    warp,
    stops,
    reference: { ...shared, warp: [1, 0, 0, 0, 1, 0, 0, 0, 1], gain, noiseSeed: seed * 2 + 1 },
    moved: { ...shared, warp, gain: other, noiseSeed: seed * 2 + 2, mover },
  };
}

/** Quantile of the samples, from every 101st of them. */
export function percentile(values: ArrayLike<number>, share: number): number {
  const step = values.length > 10_000 ? 101 : 1;
  const picked = Float64Array.from(
    { length: Math.floor((values.length - 1) / step) + 1 },
    (_, i) => values[i * step],
  ).sort();
  return picked[Math.min(picked.length - 1, Math.floor(share * picked.length))];
}

/** Largest distance at the corners between two transforms, px per 3,000 px of width. */
export function cornerError(found: Homography, truth: Homography, width: number, height: number): number {
  let worst = 0;
  for (const [x, y] of [
    [0, 0],
    [width - 1, 0],
    [0, height - 1],
    [width - 1, height - 1],
  ]) {
    const a = applyHomography(found, x, y);
    const b = applyHomography(truth, x, y);
    worst = Math.max(worst, Math.hypot(a.x - b.x, a.y - b.y));
  }
  return (worst * 3000) / width;
}
