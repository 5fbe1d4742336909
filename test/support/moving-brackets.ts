import { createScene, exposeFrame, type RoomName, renderScene, type Scene } from "../../fixtures/scene/index.ts";
import { encodeSrgb, type F32, type Image, type IntegerImage } from "../../src/image/index.ts";
import { seededRandom } from "./random.ts";

/** What moves in a made-up bracket. */
export type MoverKind = "people" | "leaves" | "garden" | "clouds" | "screen" | "curtain" | "nothing";

export interface MovingOptions {
  readonly kind: MoverKind;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  /** Exposures over the room's, in shooting order. */
  readonly evs: readonly number[];
  /** Default 1: a full-frame camera at ISO 100. */
  readonly noise?: number;
  /** Largest shift that alignment left, px. Default 0. */
  readonly misalignedPx?: number;
}

/** A bracket in which something moved, and for every frame the bracket of a scene that stands still as that frame saw it. */
export interface MovingBracket {
  readonly frames: readonly [IntegerImage, ...IntegerImage[]];
  /** `still(k)`: all exposures of what frame k saw, from where it saw it; noise as in `frames`. */
  still(k: number): readonly [IntegerImage, ...IntegerImage[]];
  /** 1 where two frames contradict each other: both show, at their own exposure, that something moved. */
  readonly moved: Uint8Array;
  /** 1 where the cloud is white in all frames but the darkest, which holds it; only for clouds. */
  readonly heldByDarkest: Uint8Array;
}

type Linear = Image & { readonly data: F32 };

/** Display values further apart than this are seen, 8-bit levels. */
const visibleLevels = 6;

export function makeMovingBracket(options: MovingOptions): MovingBracket {
  const { evs, noise = 1, misalignedPx = 0, seed, width, height } = options;
  const random = seededRandom(seed * 7 + 3);
  const states = drawStates(options);
  const shifts = evs.map((_, i) =>
    i === 0 ? [0, 0] : [random() * 2 - 1, random() * 2 - 1].map((s) => s * misalignedPx),
  );
  const take = (state: Linear, i: number, [dx, dy] = shifts[i]) =>
    exposeFrame(shifted(state, dx, dy), { ev: evs[i], noise, seed: seed * 977 + i });
  type Frames = [IntegerImage, ...IntegerImage[]];
  const pixels = width * height;
  const darkest = evs.indexOf(Math.min(...evs));
  const second = Math.min(...evs.filter((_, i) => i !== darkest));
  const heldByDarkest = new Uint8Array(pixels);
  if (options.kind === "clouds") {
    for (let p = 0; p < pixels; p++) {
      const peak = Math.max(...states[darkest].data.subarray(3 * p, 3 * p + 3));
      heldByDarkest[p] = peak * 2 ** second > 1.05 && peak * 2 ** evs[darkest] < 0.9 ? 1 : 0;
    }
  }
  return {
    frames: states.map((state, i) => take(state, i)) as Frames,
    still: (k) => evs.map((_, i) => take(states[k], i, shifts[k])) as Frames,
    moved: movedPixels(states, evs, pixels),
    heldByDarkest,
  };
}

/** Two frames each show, at their own exposure, that the other saw something else: what only one of them can see is no ghost. */
function movedPixels(states: readonly Linear[], evs: readonly number[], pixels: number): Uint8Array {
  const moved = new Uint8Array(pixels);
  const apart = (a: number, b: number, ev: number) => {
    const level = (value: number) => 255 * encodeSrgb(Math.min(1, value * 2 ** ev));
    return Math.abs(level(a) - level(b)) > visibleLevels;
  };
  for (let k = 1; k < states.length; k++) {
    for (let j = 0; j < k; j++) {
      if (states[k] === states[j]) continue;
      for (let i = 0; i < pixels * 3; i++) {
        const [a, b] = [states[k].data[i], states[j].data[i]];
        if (a !== b && apart(a, b, evs[k]) && apart(a, b, evs[j])) moved[Math.floor(i / 3)] = 1;
      }
    }
  }
  return moved;
}

const rooms: readonly RoomName[] = ["living", "bedroom", "kitchen"];
const rendered = new Map<string, ReturnType<typeof renderScene>>();

function renderOnce(scene: Scene, options: MovingOptions, person?: { x: number; y: number }) {
  const key = JSON.stringify([scene.options, options.width, options.height, person]);
  const known = rendered.get(key);
  const { width, height } = options;
  const render = known ?? renderScene(scene, { width, height, ...(person && { person }) });
  if (rendered.size > 40) rendered.clear();
  rendered.set(key, render);
  return render;
}

/** What the scene looks like in each frame. */
function drawStates(options: MovingOptions): Linear[] {
  const { kind, seed, evs } = options;
  const random = seededRandom(seed);
  const room = kind === "people" ? "living" : rooms[seed % rooms.length];
  const scene = createScene({ room, windowEv: 4 + (seed % 3), curtains: kind === "curtain" });
  if (kind === "people") {
    const start = { x: 1.6 + 1.5 * random(), y: 2 + random() };
    const step = { x: 0.25 + 0.5 * random(), y: 0.4 * (random() - 0.5) };
    return evs.map((_, i) => renderOnce(scene, options, { x: start.x + i * step.x, y: start.y + i * step.y }).radiance);
  }
  const { radiance, masks } = renderOnce(scene, options);
  if (kind === "nothing") return evs.map(() => radiance);
  return evs.map((_, i) => {
    const data = new Float32Array(new SharedArrayBuffer(radiance.data.byteLength));
    data.set(radiance.data);
    const state: Linear = { ...radiance, data };
    const level = 0.18 * 2 ** scene.options.windowEv;
    if (kind === "clouds") drawClouds(state, masks.window, level, seed, i);
    else if (kind === "leaves") drawBranches(state, masks.window, level, seed, i);
    else if (kind === "garden") drawGarden(state, seed, i);
    else if (kind === "screen") drawScreen(state, seed, i);
    else drawCurtain(state, radiance, masks.window, seed, i);
    return state;
  });
}

/** The picture moved by parts of a pixel, bilinearly. */
function shifted(image: Linear, dx: number, dy: number): Linear {
  if (dx === 0 && dy === 0) return image;
  const { width, height, data } = image;
  const out = new Float32Array(new SharedArrayBuffer(data.length * 4));
  for (let y = 0; y < height; y++) {
    const [y0, fy] = split(y + dy, height);
    for (let x = 0; x < width; x++) {
      const [x0, fx] = split(x + dx, width);
      for (let c = 0; c < 3; c++) {
        const at = (u: number, v: number) => data[((y0 + v) * width + x0 + u) * 3 + c];
        const top = at(0, 0) + (at(1, 0) - at(0, 0)) * fx;
        const bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * fx;
        out[(y * width + x) * 3 + c] = top + (bottom - top) * fy;
      }
    }
  }
  return { ...image, data: out };
}

function split(position: number, size: number): [number, number] {
  const inside = Math.min(size - 1.001, Math.max(0, position));
  return [Math.floor(inside), inside - Math.floor(inside)];
}

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
function drawClouds(state: Linear, window: Uint8Array, level: number, seed: number, i: number): void {
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
function drawBranches(state: Linear, window: Uint8Array, level: number, seed: number, i: number): void {
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

/** A bush in front of everything, dense and swaying; sunlit. */
function drawGarden(state: Linear, seed: number, i: number): void {
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
function drawScreen(state: Linear, seed: number, i: number): void {
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

/** Cloth beside the window in folds that swing. */
function drawCurtain(state: Linear, still: Linear, window: Uint8Array, seed: number, i: number): void {
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
