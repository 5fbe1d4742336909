import type { IntegerImage } from "../../../src/image/index.ts";
import {
  nameScenePlanes,
  type SceneDescription,
  type SmallImage,
  sceneClasses,
  sceneKinds,
} from "../../../src/ops/index.ts";

import { seededRandom } from "../../support/random.ts";

export type Paint = (x: number, y: number) => readonly [number, number, number];

/** An 8-bit picture from a function of the place; values are clamped and rounded. */
export function paint(width: number, height: number, color: Paint): IntegerImage {
  const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      data.set(
        color(x, y).map((value) => Math.min(255, Math.max(0, Math.round(value)))),
        (y * width + x) * 3,
      );
    }
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

/** The same picture at 16 bits. */
export function to16(image: IntegerImage): IntegerImage {
  const data = new Uint16Array(new SharedArrayBuffer(image.data.length * 2));
  data.set(Array.from(image.data, (value) => value * 257));
  return { ...image, data };
}

interface RoomOptions {
  /** Factor of the display values; 1 is a well-exposed room. */
  readonly exposure?: number;
  /** Factors of R, G, B. */
  readonly cast?: readonly [number, number, number];
}

/**
 * A room in small: bright ceiling, grey wall with a soft gradient, wooden floor, dark sofa, a green plant, a bright
 * window.
 */
export function room(width: number, height: number, options: RoomOptions = {}): IntegerImage {
  const { exposure = 1, cast = [1, 1, 1] } = options;
  const color: Paint = (x, y) => {
    const [u, v] = [x / width, y / height];
    if (u > 0.7 && u < 0.9 && v > 0.3 && v < 0.6) return [238, 243, 250];
    if (u > 0.1 && u < 0.4 && v > 0.6 && v < 0.8) return [38 + 20 * u, 40, 48];
    if (u > 0.5 && u < 0.56 && v > 0.55 && v < 0.75) return [60, 110, 50];
    if (v < 0.2) return [205, 204, 200];
    if (v > 0.75) return [150 + 8 * Math.sin(u * 90), 108 + 6 * Math.sin(u * 90), 70];
    return [168 - 20 * u, 167 - 20 * u, 164 - 20 * u];
  };
  return paint(width, height, (x, y) => {
    const [r, g, b] = color(x, y);
    return [r * exposure * cast[0], g * exposure * cast[1], b * exposure * cast[2]];
  });
}

/** A lit house under a dark sky, or the same sky by day. */
export function street(sky: readonly [number, number, number]): Paint {
  return (x, y) => {
    if (y < 150) return sky;
    if (x % 24 < 8 && y % 30 < 12) return [255, 250, 215];
    const grain = ((x * 7 + y * 13) % 11) * 3;
    return [105 + grain, 80 + grain, 60 + grain];
  };
}

type Colour = readonly [number, number, number];

/**
 * A white room with one other wall on the left: a cornice over it, a skirting under it, three switches. `light` is the
 * share of the display values that falls on this side.
 */
export function whiteRoomWithWall(colour: Colour, { fittings = true, light = 1 } = {}): Paint {
  const lit = (value: Colour): Colour => [value[0] * light, value[1] * light, value[2] * light];
  return (x, y) => {
    const isLeft = x < 240;
    if (y < 60) return isLeft ? lit([206, 205, 203]) : [206, 205, 203];
    const isFitting = y < 66 || (y >= 240 && y < 247) || (y > 150 && y < 162 && x > 40 && x < 90 && x % 20 < 11);
    if (y < 247 && isLeft) return lit(isFitting && fittings ? [214, 213, 211] : colour);
    if (y < 247) return [196, 195, 193];
    return isLeft ? lit([150, 110, 74]) : [150, 110, 74];
  };
}

/** A small copy of display values, three a pixel. */
export function smallOf(width: number, height: number, values: ArrayLike<number>): SmallImage {
  const data = new Float32Array(new SharedArrayBuffer(4 * values.length));
  data.set(values);
  return { width, height, channels: 3, data, space: "srgb", factor: 1 };
}

/** A small copy in grey. */
export function greyOf(width: number, height: number, luma: Float32Array): SmallImage {
  return smallOf(
    width,
    height,
    Float32Array.from({ length: 3 * luma.length }, (_, i) => luma[Math.floor(i / 3)]),
  );
}

/** Where a picture has a window; shares of width and height. */
export type IsWindow = (u: number, v: number) => boolean;

/** The window of {@link room}. */
export const roomWindow: IsWindow = (u, v) => u > 0.7 && u < 0.9 && v > 0.3 && v < 0.6;

/** {@link room} with bright leaves in its window, which run no one way. */
export function roomWithView(width: number, height: number, options: RoomOptions = {}): IntegerImage {
  const plain = room(width, height, options);
  const random = seededRandom(5);
  return paint(width, height, (x, y) => {
    const at = 3 * (y * width + x);
    const [r, g, b] = plain.data.subarray(at, at + 3);
    const shade = roomWindow(x / width, y / height) ? (random() < 0.5 ? 0.85 : 1.15) : 1;
    return [r * shade, g * shade, b * shade];
  });
}

/** What a perfect map would say of a room: its windows, walls elsewhere. */
export function sceneOf(width: number, height: number, isWindow: IsWindow): SceneDescription {
  const window = Float32Array.from({ length: width * height }, (_, i) =>
    isWindow(((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height) ? 1 : 0,
  );
  const nothing = new Float32Array(window.length);
  const planes = { window, wall: window.map((value) => 1 - value) };
  const ofClasses = sceneClasses.map((name) => (name === "window" || name === "wall" ? planes[name] : nothing));
  const kinds = Object.fromEntries(sceneKinds.map((kind) => [kind, kind === "room" ? 1 : 0]));
  return {
    map: { width, height, factor: 1, ...nameScenePlanes([...ofClasses, nothing]) },
    kind: { is: "room", confidence: 1 },
    kinds: kinds as SceneDescription["kinds"],
    light: { is: "daylight", confidence: 1 },
  };
}

/** Share of pixels with a channel at full scale (99.8 % of it). */
export function clippedShareOf(image: IntegerImage): number {
  const limit = 0.998 * (image.data instanceof Uint8Array ? 255 : 65535);
  let count = 0;
  for (let i = 0; i < image.data.length; i += 3) {
    if (Math.max(image.data[i], image.data[i + 1], image.data[i + 2]) >= limit) count++;
  }
  return count / (image.data.length / 3);
}
