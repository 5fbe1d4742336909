import { createScene, exposeFrame, type RoomName, renderOnce } from "../../fixtures/scene/index.ts";
import { encodeSrgb, type IntegerImage } from "../../src/image/index.ts";
import { drawBranches, drawClouds, drawCurtain, drawGarden, drawScreen, type Linear } from "./moving-things.ts";
import { seededRandom } from "./random.ts";

/** Kinds of motion in a simulated bracket. */
export type MoverKind = "people" | "leaves" | "garden" | "clouds" | "screen" | "curtain" | "nothing";

export interface MovingOptions {
  readonly kind: MoverKind;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  /** Exposures relative to the room's, in shooting order. */
  readonly evs: readonly number[];
  /** Default 1: noise of a full-frame camera at ISO 100. */
  readonly noise?: number;
  /** Largest shift that remains after alignment, in px. Default 0. */
  readonly misalignedPx?: number;
}

/** A bracket with motion, and for each frame the bracket of the still scene in that frame. */
export interface MovingBracket {
  readonly frames: readonly [IntegerImage, ...IntegerImage[]];
  /** The same without noise. */
  cleanFrames(): readonly [IntegerImage, ...IntegerImage[]];
  /** Exposures as stated in a camera's files: larger is darker. */
  readonly exposuresEv: readonly number[];
  /**
   * `still(k)`: all exposures of the scene of frame k, from its viewpoint; with the noise of `frames`, or without
   * noise.
   */
  still(k: number, grain: "noisy" | "clean"): readonly [IntegerImage, ...IntegerImage[]];
  /** 1 where two frames contradict each other: both show, at their own exposure, that something moved. */
  moved(): Uint8Array;
  /** 1 where the cloud is white in all frames except the darkest; only for clouds. */
  heldByDarkest(): Uint8Array;
}

/** Minimum visible difference, in 8-bit levels. */
const visibleLevels = 6;

export function makeMovingBracket(options: MovingOptions): MovingBracket {
  const { evs, noise = 1, misalignedPx = 0, seed, width, height } = options;
  const random = seededRandom(seed * 7 + 3);
  const states = drawStates(options);
  const shifts = evs.map((_, i) =>
    i === 0 ? [0, 0] : [random() * 2 - 1, random() * 2 - 1].map((s) => s * misalignedPx),
  );
  const take = (state: Linear, i: number, [dx, dy] = shifts[i], amount = noise) =>
    exposeFrame(shifted(state, dx, dy), { ev: evs[i], noise: amount, seed: seed * 977 + i });
  type Frames = [IntegerImage, ...IntegerImage[]];
  const pixels = width * height;
  return {
    frames: states.map((state, i) => take(state, i)) as Frames,
    exposuresEv: evs.map((ev) => 8 - ev),
    cleanFrames: () => states.map((state, i) => take(state, i, shifts[i], 0)) as Frames,
    still: (k, grain) => evs.map((_, i) => take(states[k], i, shifts[k], grain === "noisy" ? noise : 0)) as Frames,
    moved: () => movedPixels(states, evs, pixels),
    heldByDarkest: () => (options.kind === "clouds" ? brightButHeld(states, evs, pixels) : new Uint8Array(pixels)),
  };
}

/** Pixels that are white in all frames except the darkest. */
function brightButHeld(states: readonly Linear[], evs: readonly number[], pixels: number): Uint8Array {
  const darkest = evs.indexOf(Math.min(...evs));
  const second = Math.min(...evs.filter((_, i) => i !== darkest));
  const held = new Uint8Array(pixels);
  for (let p = 0; p < pixels; p++) {
    const peak = Math.max(...states[darkest].data.subarray(3 * p, 3 * p + 3));
    held[p] = peak * 2 ** second > 1.05 && peak * 2 ** evs[darkest] < 0.9 ? 1 : 0;
  }
  return held;
}

/**
 * Pixels where two frames each show, at their own exposure, that the scene was different in the other. A change visible
 * in only one of them is not a ghost.
 */
function movedPixels(states: readonly Linear[], evs: readonly number[], pixels: number): Uint8Array {
  const moved = new Uint8Array(pixels);
  const apart = (a: number, b: number, ev: number) => {
    const level = (value: number) => 255 * encodeSrgb(Math.min(1, value * 2 ** ev));
    return Math.abs(level(a) - level(b)) > visibleLevels;
  };
  for (let k = 1; k < states.length; k++) {
    for (let j = 0; j < k; j++) {
      if (states[k] === states[j]) continue;
      for (let p = 0, i = 0; p < pixels; p++) {
        for (let c = 0; c < 3; c++, i++) {
          const [a, b] = [states[k].data[i], states[j].data[i]];
          if (moved[p] === 0 && a !== b && apart(a, b, evs[k]) && apart(a, b, evs[j])) moved[p] = 1;
        }
      }
    }
  }
  return moved;
}

const rooms: readonly RoomName[] = ["living", "bedroom", "kitchen"];

/** The scene in each frame. */
function drawStates(options: MovingOptions): Linear[] {
  const { kind, seed, evs, width, height } = options;
  const view = { width, height };
  const random = seededRandom(seed);
  const room = kind === "people" ? "living" : rooms[seed % rooms.length];
  const scene = createScene({ room, windowEv: 4 + (seed % 3), curtains: kind === "curtain" });
  if (kind === "people") {
    const start = { x: 1.6 + 1.5 * random(), y: 2 + random() };
    const step = { x: 0.25 + 0.5 * random(), y: 0.4 * (random() - 0.5) };
    const person = (i: number) => ({ x: start.x + i * step.x, y: start.y + i * step.y });
    return evs.map((_, i) => renderOnce(scene, { ...view, person: person(i) }).radiance);
  }
  const { radiance, masks } = renderOnce(scene, view);
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

/** Shifts the picture by fractions of a pixel, bilinearly. */
function shifted(image: Linear, dx: number, dy: number): Linear {
  if (dx === 0 && dy === 0) return image;
  const { width, height, data } = image;
  const out = new Float32Array(new SharedArrayBuffer(data.length * 4));
  for (let y = 0; y < height; y++) {
    const [y0, fy] = split(y + dy, height);
    for (let x = 0; x < width; x++) {
      const [x0, fx] = split(x + dx, width);
      for (let c = 0; c < 3; c++) {
        const above = (y0 * width + x0) * 3 + c;
        const below = above + 3 * width;
        const top = data[above] + (data[above + 3] - data[above]) * fx;
        const bottom = data[below] + (data[below + 3] - data[below]) * fx;
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
