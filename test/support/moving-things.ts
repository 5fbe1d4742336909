import type { F32, Image } from "../../src/image/index.ts";
import { seededRandom } from "./random.ts";

/** A scene in linear light in which objects are drawn; 1 is white at the room's exposure. */
export type Linear = Image & { readonly data: F32 };

/** Smooth noise, 0 to 1, of features `size` pixels large with two finer octaves. */
function makeNoise(seed: number, size: number): (x: number, y: number) => number {
  const corner = (x: number, y: number, octave: number) =>
    seededRandom(
      Math.imul(x + 4096, 73856093) ^ Math.imul(y + 4096, 19349663) ^ Math.imul(seed * 4 + octave, 83492791),
    )();
  const smooth = (t: number) => t * t * (3 - 2 * t);
  const octave = (x: number, y: number, which: number) => {
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [smooth(x - x0), smooth(y - y0)];
    const top = corner(x0, y0, which) * (1 - u) + corner(x0 + 1, y0, which) * u;
    return top * (1 - v) + (corner(x0, y0 + 1, which) * (1 - u) + corner(x0 + 1, y0 + 1, which) * u) * v;
  };
  return (x, y) =>
    0.6 * octave(x / size, y / size, 0) +
    0.28 * octave((2 * x) / size, (2 * y) / size, 1) +
    0.12 * octave((4 * x) / size, (4 * y) / size, 2);
}

function put(image: Linear, p: number, color: readonly number[], share: number): void {
  for (let c = 0; c < 3; c++) image.data[3 * p + c] += share * (color[c] - image.data[3 * p + c]);
}

/** A sky with clouds that drift; the clouds are up to three stops brighter than the view. */
export function drawClouds(state: Linear, window: Uint8Array, level: number, seed: number, i: number): void {
  const { width } = state;
  const random = seededRandom(seed * 31);
  const size = width * (0.05 + 0.06 * random());
  const noise = makeNoise(seed, size);
  const step = size * (0.12 + 0.6 * random());
  const white = level * 2 ** (1 + 2 * random());
  for (let p = 0; p < window.length; p++) {
    if (window[p] === 0) continue;
    const value = noise((p % width) + step * i, Math.floor(p / width) * 1.5);
    const share = Math.min(1, Math.max(0, (value - 0.35) / 0.3));
    put(state, p, [0.55 * level, 0.8 * level, 1.25 * level], 1);
    put(
      state,
      p,
      [white, white * 0.98, white * 0.95],
      share * (0.6 + 0.4 * noise(p % width, 900 + Math.floor(p / width))),
    );
  }
}

interface Leaf {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly angle: number;
  readonly light: number;
}

/** Ellipses with soft edges, only where the mask allows. */
function drawLeaves(
  state: Linear,
  leaves: readonly Leaf[],
  allowed: (p: number) => boolean,
  color: readonly number[],
): void {
  const { width, height } = state;
  for (const { x, y, length, angle, light } of leaves) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const thickness = Math.max(0.8, length * 0.3);
    for (let v = Math.max(0, Math.floor(y - length)); v <= Math.min(height - 1, y + length); v++) {
      for (let u = Math.max(0, Math.floor(x - length)); u <= Math.min(width - 1, x + length); u++) {
        const [a, b] = [cos * (u - x) + sin * (v - y), cos * (v - y) - sin * (u - x)];
        const share = Math.min(1, Math.max(0, (1 - Math.hypot(a / length, b / thickness)) * thickness + 0.5));
        const p = v * width + u;
        if (share > 0 && allowed(p))
          put(
            state,
            p,
            color.map((value) => value * light),
            share,
          );
      }
    }
  }
}

/** Twigs with leaves outside the window, swaying by a few pixels. */
export function drawBranches(state: Linear, window: Uint8Array, level: number, seed: number, i: number): void {
  const random = seededRandom(seed * 17);
  const { width, height } = state;
  const sway = (0.003 + 0.008 * random()) * width;
  const leaves: Leaf[] = [];
  for (let k = 0; k < 160; k++) {
    const [x, y, phase] = [random() * width, random() * height, random() * 6];
    const length = width * (0.004 + 0.01 * random());
    const [dx, dy] = [sway * Math.sin(phase + 2.1 * i), 0.6 * sway * Math.cos(phase + 1.7 * i)];
    leaves.push({
      x: x + dx,
      y: y + dy,
      length,
      angle: random() * 3 + 0.2 * Math.sin(phase + 2 * i),
      light: 0.2 + random(),
    });
  }
  drawLeaves(state, leaves, (p) => window[p] !== 0, [0.25 * level, 0.4 * level, 0.08 * level]);
}

/** A dense, sunlit, swaying bush in the foreground. */
export function drawGarden(state: Linear, seed: number, i: number): void {
  const random = seededRandom(seed * 23);
  const { width, height } = state;
  const [cx, cy] = [width * (0.3 + 0.4 * random()), height * (0.6 + 0.2 * random())];
  const sway = (0.002 + 0.01 * random()) * width;
  const leaves: Leaf[] = [];
  for (let k = 0; k < 500; k++) {
    const [angle, radius, phase] = [random() * 6.3, Math.sqrt(random()), random() * 0.8];
    const [x, y] = [cx + Math.cos(angle) * radius * width * 0.16, cy + Math.sin(angle) * radius * height * 0.2];
    const dx = sway * Math.sin(phase + 2.1 * i + x / 60);
    leaves.push({
      x: x + dx,
      y: y + 0.4 * dx,
      length: width * (0.004 + 0.008 * random()),
      angle: random() * 3,
      light: 0.1 + random() ** 2,
    });
  }
  drawLeaves(state, leaves, () => true, [0.35, 0.6, 0.12]);
}

/** A lit screen that shows another picture in every frame. */
export function drawScreen(state: Linear, seed: number, i: number): void {
  const random = seededRandom(seed * 13);
  const { width, height } = state;
  const [w, h] = [Math.round(width * (0.12 + 0.1 * random())), Math.round(height * (0.12 + 0.08 * random()))];
  const [left, top] = [Math.round(random() * (width - w)), Math.round(random() * (height - h))];
  const content = seededRandom(seed * 101 + i * 7919);
  const noise = makeNoise(seed * 50 + i, w / 4);
  const tint = [0.3 + content(), 0.3 + content(), 0.3 + content()];
  const level = 0.3 + 0.9 * random();
  for (let y = top; y < top + h; y++) {
    for (let x = left; x < left + w; x++) {
      const light = level * (0.1 + noise(x, y) ** 2 * 1.5);
      put(
        state,
        y * width + x,
        tint.map((value) => value * light),
        1,
      );
    }
  }
}

/** Cloth next to the window, with moving folds. */
export function drawCurtain(state: Linear, still: Linear, window: Uint8Array, seed: number, i: number): void {
  const random = seededRandom(seed * 19);
  const { width, height } = state;
  const first = window.findIndex((value) => value !== 0);
  const left = Math.max(0, (first % width) - Math.round(width * 0.02));
  const cloth = Math.round(width * 0.12);
  const [fold, phase] = [width * (0.012 + 0.01 * random()), random() * 6];
  const swing = fold * (0.3 + 0.5 * random());
  const [top, bottom] = [Math.round(height * 0.12), Math.round(height * 0.85)];
  for (let y = top; y < bottom; y++) {
    const free = (y - top) / (bottom - top);
    const edge = left + cloth + free * swing * 2 * Math.sin(phase + 1.9 * i);
    for (let x = left; x < Math.min(width, edge + 1); x++) {
      const at = x + free * swing * Math.sin(phase + 1.9 * i + y / 90);
      const light = 0.35 + 0.25 * Math.sin((6.28 * at) / fold);
      const p = y * width + x;
      const behind = still.data[3 * p + 1];
      put(
        state,
        p,
        [0.9 * light, 0.85 * light, 0.75 * light].map((value) => value + 0.02 * behind),
        Math.min(1, edge + 1 - x),
      );
    }
  }
}
