import { fractalNoise, hash2, seededNormal } from "../../fixtures/scene/random.ts";
import { encodeSrgb, type IntegerImage } from "../../src/image/index.ts";
import type { Box, Furniture, LampPlan, Rgb, RoomPlan, WindowPlan } from "./room-plan.ts";

/** Classes of pixels. `plain` surfaces are neutral in neutral light and without texture. */
export const surfaces = { wall: 0, other: 1, pane: 2, frame: 3, curtain: 4, plain: 5 } as const;

/** A rendered room: frames and ground truth for every pixel. */
export interface Room {
  readonly plan: RoomPlan;
  /** Display sRGB, 8 bits, darkest first. */
  readonly frames: readonly [IntegerImage, ...IntegerImage[]];
  /** The scene at exposure 0, display values 0 to 255, neither clipped nor rounded, interleaved. */
  readonly truth: Float32Array;
  /** One of {@link surfaces} for each pixel; plain objects are numbered upwards from `surfaces.plain`. */
  readonly surface: Uint8Array;
}

/** Light per channel, where 1.0 is display white at exposure 0. */
interface Canvas {
  readonly width: number;
  readonly light: Float32Array;
  readonly surface: Uint8Array;
}

export function renderRoom(plan: RoomPlan): Room {
  const { width, height } = plan;
  const canvas = { width, light: new Float32Array(3 * width * height), surface: new Uint8Array(width * height) };
  const ambient = ambientLight(plan);
  fill(canvas, { x: 0, y: 0, width, height }, surfaces.wall, (x, y) => scaled(plan.light, plan.wall * ambient(x, y)));
  for (const [i, thing] of plan.furniture.entries()) paintThing(canvas, plan, thing, i, ambient);
  for (const lamp of plan.lamps) paintLamp(canvas, plan, lamp);
  for (const [i, window] of plan.windows.entries()) paintWindow(canvas, plan, window, i, ambient);
  const truth = canvas.light.map(displayOf);
  const [first, ...rest] = plan.evs.map((ev, k) => expose(plan, canvas.light, ev, k));
  return { plan, frames: [first, ...rest], truth, surface: canvas.surface };
}

/** Display value, 0 to 255 and beyond, of linear light. */
function displayOf(light: number): number {
  return 255 * encodeSrgb(light);
}

function scaled([r, g, b]: Rgb, by: number): Rgb {
  return [r * by, g * by, b * by];
}

/** Light on the room's surfaces: 1 in the middle, brighter to one side and around lamps. */
function ambientLight({
  width,
  height,
  gradientEv: [across, down],
  lamps,
}: RoomPlan): (x: number, y: number) => number {
  return (x, y) => {
    let light = 2 ** ((across * (2 * x - width)) / width + (down * (2 * y - height)) / height);
    for (const lamp of lamps) {
      const far = Math.hypot(x - lamp.x, y - lamp.y) / (3 * lamp.radiusPx);
      light += 1.5 / (1 + far ** 4);
    }
    return light;
  };
}

function fill(canvas: Canvas, box: Box, surface: number, colour: (x: number, y: number) => Rgb | undefined): void {
  const height = canvas.surface.length / canvas.width;
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++) {
    for (let x = Math.max(0, box.x); x < Math.min(canvas.width, box.x + box.width); x++) {
      const painted = colour(x, y);
      if (!painted) continue;
      canvas.light.set(painted, 3 * (y * canvas.width + x));
      canvas.surface[y * canvas.width + x] = surface;
    }
  }
}

function paintThing(
  canvas: Canvas,
  plan: RoomPlan,
  { box, reflectance, grainEv }: Furniture,
  index: number,
  ambient: (x: number, y: number) => number,
): void {
  const [r, g, b] = reflectance;
  const plain = grainEv === 0 && r === g && g === b;
  const colour: Rgb = [r * plan.light[0], g * plan.light[1], b * plan.light[2]];
  fill(canvas, box, plain ? surfaces.plain + index : surfaces.other, (x, y) => {
    const grain = grainEv === 0 ? 0 : grainEv * (2 * fractalNoise(x / 3, y / 3, 3, plan.seed + 31 * index) - 1);
    return scaled(colour, ambient(x, y) * 2 ** grain);
  });
}

/** A glowing disc; wall pixels that it lights strongly are excluded from measuring the room's level. */
function paintLamp(canvas: Canvas, plan: RoomPlan, { x: atX, y: atY, radiusPx, ev }: LampPlan): void {
  const reach = 12 * radiusPx;
  const box = { x: atX - reach, y: atY - reach, width: 2 * reach + 1, height: 2 * reach + 1 };
  const glow = scaled(plan.light, 0.18 * 2 ** ev);
  fill(canvas, box, surfaces.other, (x, y) => {
    const distance = Math.hypot(x - atX, y - atY);
    if (distance > reach) return undefined;
    const at = 3 * (y * canvas.width + x);
    const [r, g, b] = canvas.light.subarray(at, at + 3);
    return distance <= radiusPx ? glow : [r, g, b];
  });
}

function paintWindow(
  canvas: Canvas,
  plan: RoomPlan,
  window: WindowPlan,
  index: number,
  ambient: (x: number, y: number) => number,
): void {
  const { box, framePx, mullions, curtain } = window;
  const bars = (position: number, length: number, count: number): boolean => {
    if (position < framePx || position >= length - framePx) return true;
    for (let i = 1; i < count; i++) if (Math.abs(position - (length * i) / count) < mullions.px / 2) return true;
    return false;
  };
  const view = viewThrough(plan, window, index);
  fill(canvas, box, surfaces.pane, view);
  fill(canvas, box, surfaces.frame, (x, y) => {
    const onBar = bars(x - box.x, box.width, mullions.columns) || bars(y - box.y, box.height, mullions.rows);
    return onBar ? scaled(plan.light, 0.5 * ambient(x, y)) : undefined;
  });
  if (!curtain) return;
  fill(canvas, box, surfaces.curtain, (x, y) => {
    const along = (x - box.x) / box.width;
    if (along > curtain.left && along < 1 - curtain.right) return undefined;
    const fold = 1 + 0.25 * Math.sin(x / 5 + 3 * fractalNoise(x / 40, y / 90, 2, plan.seed + 7));
    const weave = 0.9 + 0.2 * hash2(x, y, plan.seed + 5);
    const at = 3 * (y * canvas.width + x);
    const cloth = scaled(plan.light, 0.35 * ambient(x, y));
    return [0, 1, 2].map(
      (c) => fold * weave * (cloth[c] + curtain.transmission * canvas.light[at + c]),
    ) as unknown as Rgb;
  });
}

/** The textured view: structure of all sizes from leaves to houses, with the planned mean brightness. */
function viewThrough(
  { seed }: RoomPlan,
  { ev, contrastEv, light }: WindowPlan,
  index: number,
): (x: number, y: number) => Rgb {
  const level = 0.18 * 2 ** ev;
  const grain = (x: number, y: number, pixels: number, octave: number) =>
    2 * fractalNoise(x / pixels, y / pixels, 2, seed + 1000 * (index + 1) + octave) - 1;
  return (x, y) => {
    const texture = 0.5 * grain(x, y, 40, 0) + 0.5 * grain(x, y, 10, 1) + 0.6 * grain(x, y, 3, 2);
    return scaled(light, level * 2 ** (contrastEv * texture));
  };
}

/** Table of 8-bit display values of linear light in steps of 1/65535. */
const displayBytes = Uint8Array.from({ length: 65536 }, (_, i) => Math.round(displayOf(i / 65535)));
const normals = Float32Array.from({ length: 65536 }, seededNormal(1));
/** Read noise, as a share of full scale. */
const readNoise = 0.001;

/** A camera's frame: shot and read noise, clipping, display encoding. */
function expose({ width, height, seed, fullWell }: RoomPlan, light: Float32Array, ev: number, k: number): IntegerImage {
  const gain = 2 ** ev;
  const data = new Uint8Array(new SharedArrayBuffer(light.length));
  let state = Math.imul(seed * 16 + k + 1, 0x9e3779b1) >>> 0;
  for (let i = 0; i < light.length; i++) {
    let signal = light[i] * gain;
    if (fullWell > 0) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      signal += normals[state >>> 16] * Math.sqrt(signal / fullWell + readNoise ** 2);
    }
    data[i] = displayBytes[Math.round(65535 * Math.min(1, Math.max(0, signal)))];
  }
  return { width, height, channels: 3, data, space: "srgb" };
}
