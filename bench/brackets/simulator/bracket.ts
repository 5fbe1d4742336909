import sharp from "sharp";
import { fractalNoise } from "../../../fixtures/scene/random.ts";
import type { IntegerImage } from "../../../src/image/index.ts";
import { Dice } from "../../dice.ts";
import { drawCamera, drawCarefulExposures, drawExposures, type ExposurePlan, type SimulatedCamera } from "./camera.ts";
import { drawLamp, drawLights, lampLight } from "./lights.ts";
import { type Mover, type MoverKind, moverKinds, trafficKinds } from "./mover.ts";
import { drawMover } from "./movers.ts";
import { responseSteps } from "./response.ts";
import type { Light, Scenes } from "./scenes.ts";
import { type Region, takeFrame } from "./take-frame.ts";

export type Frames = readonly [IntegerImage, ...IntegerImage[]];

/** A bracket by an unknown camera. */
export interface SimulatedBracket {
  readonly seed: number;
  /** Name of the scene. */
  readonly scene: string;
  readonly camera: SimulatedCamera;
  readonly plan: ExposurePlan;
  /** Files of the frames, without metadata. */
  readonly jpegs: readonly Buffer[];
  /** The same frames, decoded. */
  readonly frames: Frames;
  readonly objects: readonly MovedObject[];
  /**
   * All exposures of the scene at the time of frame k, as the camera's files would show it; without anything that moves
   * if `undefined`.
   */
  still(k: number | undefined): Promise<Frames>;
}

export interface MovedObject {
  readonly kind: MoverKind;
  /**
   * 1 where two frames contradict each other: each shows, at its exposure, that the scene was different in the other.
   */
  readonly mask: Uint8Array;
  readonly pixels: number;
  /** Mask of its position in each frame. */
  readonly places: readonly Uint8Array[];
}

export interface BracketRequest {
  readonly seed: number;
  readonly moving: boolean;
  /** Whether only persons, cars, dogs, doors and curtains move; otherwise anything may. */
  readonly traffic?: boolean;
  /** Whether lamps change between the frames: nothing moves, but no frame shows the light of another. */
  readonly lights?: boolean;
  /**
   * Amplitude of the displacement that alignment left in all frames but the first, pixels; otherwise as drawn, to 0.5.
   */
  readonly displacedPx?: number | undefined;
  readonly width: number;
  /** Whether a careful photographer took it, so that it is easy. */
  readonly careful?: boolean;
}

/** Things that pass a property while a bracket is taken, or swing in it. */
const passingKinds: readonly MoverKind[] = [...trafficKinds, "curtain"];
/** Maximum number of frames of a moving bracket, which bounds the number of references to fuse. */
const maxMovingFrames = 5;
/** Minimum visible difference, in 8-bit levels. */
const visibleLevels = 8;

export async function simulateBracket(library: Scenes, request: BracketRequest): Promise<SimulatedBracket> {
  const { seed, moving } = request;
  const dice = new Dice(seed);
  const camera = drawCamera(seed);
  const drawn = request.careful
    ? drawCarefulExposures(seed)
    : drawExposures(seed, moving ? maxMovingFrames : undefined);
  const plan = displaced(drawn, request.displacedPx);
  const index = dice.whole(0, library.length - 1);
  const scene = library.at(index);
  const base = grade(frame(scene.light, request.width, dice), dice, seed);
  const gain = meter(base, camera);
  const movers = moving ? drawMovers(base, dice, seed, request.traffic ? passingKinds : moverKinds) : [];
  const owner = new Uint8Array(base.width * base.height);
  const states = plan.exposures.map((_, k) => (movers.length === 0 ? base : stateOf(base, movers, k, owner)));
  if (request.lights) {
    const light = drawLights(base, seed, states.length);
    for (const k of states.keys()) {
      states[k] = { ...states[k], data: states[k].data.slice() };
      light(states[k], k);
    }
  }
  const taking = (k: number) => ({ gain, seed: seed * 16 + k, noisy: true });
  const taken = plan.exposures.map((exposure, k) => takeFrame(states[k], camera, exposure, taking(k)));
  const jpegs = await Promise.all(taken.map((image) => encode(image, camera.quality)));
  const frames = await Promise.all(jpegs.map(decode));
  const asFile = async (image: IntegerImage) => decode(await encode(image, camera.quality));
  const still = (k: number | undefined) =>
    plan.exposures.map((exposure, j) => {
      if (j === k) return frames[k];
      const data = new Uint8Array(new SharedArrayBuffer(taken[j].data.length));
      data.set(taken[j].data);
      const copy: IntegerImage = { ...taken[j], data };
      for (const { region } of movers)
        paste(copy, takeFrame(k === undefined ? base : states[k], camera, exposure, { ...taking(j), region }), region);
      return asFile(copy);
    });
  return {
    seed,
    scene: `${scene.plan.kind} ${scene.plan.place}.${scene.plan.angle}`,
    camera,
    plan,
    jpegs,
    frames: frames as unknown as Frames,
    objects: movers.map((mover, i) => {
      const isOwn = (p: number) => owner[p] === i + 1;
      return {
        ...movedObject(mover, isOwn, states, camera, plan, gain),
        places: states.map((state) => placeOf(state, base, isOwn)),
      };
    }),
    still: async (k) => (await Promise.all(still(k))) as unknown as Frames,
  };
}

function displaced(plan: ExposurePlan, displacedPx: number | undefined): ExposurePlan {
  if (displacedPx === undefined) return plan;
  const exposures = plan.exposures.map((each, i) => (i === 0 ? each : { ...each, displacedPx }));
  return { ...plan, exposures };
}

/** A part of the scene at the requested width, sometimes mirrored. */
function frame(scene: Light, width: number, dice: Dice): Light {
  const height = Math.round((width * 2) / 3);
  const zoom = dice.between(0.8, 1);
  const mirrored = dice.chance(0.5);
  const step = (zoom * scene.width) / width;
  const left = dice.between(0, 1) * (scene.width - step * width);
  const top = dice.between(0, 1) * (scene.height - step * height);
  const data = new Float32Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    const v = Math.min(scene.height - 1.001, top + step * y);
    for (let x = 0; x < width; x++) {
      const u = Math.min(scene.width - 1.001, left + step * (mirrored ? width - 1 - x : x));
      const [x0, y0] = [Math.floor(u), Math.floor(v)];
      const at = 3 * (y0 * scene.width + x0);
      const below = at + 3 * scene.width;
      for (let c = 0; c < 3; c++) {
        const upper = scene.data[at + c] + (scene.data[at + 3 + c] - scene.data[at + c]) * (u - x0);
        const lower = scene.data[below + c] + (scene.data[below + 3 + c] - scene.data[below + c]) * (u - x0);
        data[3 * (y * width + x) + c] = upper + (lower - upper) * (v - y0);
      }
    }
  }
  return { width, height, data };
}

const gradeColours = [
  [1, 0.45, 0.08],
  [0.15, 0.3, 1],
  [1, 0.15, 0.2],
  [0.2, 1, 0.4],
  [1, 0.8, 0.5],
] as const;

/**
 * The scene in other light: a tint, up to two coloured lamps, more or less contrast, and the grain of real surfaces.
 */
function grade(light: Light, dice: Dice, seed: number): Light {
  const { width, height, data } = light;
  const power = dice.between(0.85, 1.25);
  const warm = dice.between(-0.35, 0.35);
  const tint = [1 + warm, 1, 1 - warm];
  const lamps = Array.from({ length: dice.chance(0.5) ? dice.whole(1, 2) : 0 }, () =>
    drawLamp(dice, light, { reach: [0.1, 0.4], colours: gradeColours }),
  );
  const grainEv = dice.between(0, 0.5);
  const falls = [1, 1, 1];
  for (let p = 0; p < width * height; p++) {
    const [x, y] = [p % width, Math.floor(p / width)];
    const grain = 2 ** (grainEv * (2 * fractalNoise(x / 2.5, y / 2.5, 2, seed) - 1));
    falls.fill(1);
    for (const lamp of lamps) {
      const near = lampLight(lamp, x, y);
      for (let c = 0; c < 3; c++) falls[c] += near * lamp.colour[c];
    }
    for (let c = 0; c < 3; c++) data[3 * p + c] = data[3 * p + c] ** power * tint[c] * falls[c] * grain;
  }
  return light;
}

/** The gain that renders the median of the light as a mid-tone. */
function meter({ data }: Light, { response }: SimulatedCamera): number {
  const sample = Float32Array.from(
    { length: 8192 },
    (_, i) => data[3 * Math.floor((i * data.length) / 3 / 8192) + 1],
  ).sort();
  const [, green] = response.channels;
  let middle = green.findIndex((value) => value >= 0.42);
  if (middle <= 0) middle = Math.round(0.18 * responseSteps);
  return middle / (responseSteps - 1) / Math.max(1e-4, sample[4900]);
}

function drawMovers(base: Light, dice: Dice, seed: number, from: readonly MoverKind[]): Mover[] {
  // In turn, so that all kinds occur equally often; sometimes with a second one.
  const first = from[seed % from.length];
  const kinds = dice.chance(0.3) ? [first, dice.pick(from.filter((kind) => kind !== first))] : [first];
  return kinds.map((kind, i) => drawMover(kind, base, seed * 4 + i));
}

/** The scene at the time of frame k; records in `owner` which mover paints a pixel in any frame, the nearest one. */
function stateOf(base: Light, movers: readonly Mover[], k: number, owner: Uint8Array): Light {
  const state = { ...base, data: base.data.slice() };
  for (const [i, mover] of movers.entries()) {
    const before = state.data.slice();
    mover.draw(state, k);
    for (let p = 0; p < owner.length; p++) {
      // All painting changes the green channel.
      if (before[3 * p + 1] !== state.data[3 * p + 1] && owner[p] < i + 1) owner[p] = i + 1;
    }
  }
  return state;
}

/** Where two states differ by more than a few levels in the exposures of both frames. */
function movedObject(
  { kind, region }: Mover,
  isOwn: (pixel: number) => boolean,
  states: readonly Light[],
  camera: SimulatedCamera,
  { exposures }: ExposurePlan,
  gain: number,
): Omit<MovedObject, "places"> {
  const mask = new Uint8Array(states[0].width * states[0].height);
  // Without displacement, which is not motion, and without sharpening, which spreads it.
  const plain = { ...camera, sharpening: 0 };
  const shown = exposures.map((exposure) =>
    states.map((state) =>
      takeFrame(state, plain, { ...exposure, displacedPx: 0 }, { gain, seed: 0, noisy: false, region }),
    ),
  );
  const { width } = states[0];
  const pairs = states.flatMap((_, a) => Array.from({ length: a }, (_, b) => [a, b] as const));
  let pixels = 0;
  for (let y = region.top; y < region.bottom; y++) {
    for (let x = region.left; x < region.right; x++) {
      if (!isOwn(y * width + x)) continue;
      const at = 3 * (y * width + x);
      let moved = false;
      for (let i = 0; i < pairs.length && !moved; i++) {
        const [a, b] = pairs[i];
        moved = isApart(shown[a][a], shown[a][b], at) && isApart(shown[b][a], shown[b][b], at);
      }
      if (!moved) continue;
      mask[y * width + x] = 1;
      pixels++;
    }
  }
  return { kind, mask, pixels };
}

/** Where a state differs from the scene without movers. */
function placeOf(state: Light, base: Light, isOwn: (pixel: number) => boolean): Uint8Array {
  const place = new Uint8Array(state.width * state.height);
  for (let p = 0; p < place.length; p++) place[p] = isOwn(p) && state.data[3 * p + 1] !== base.data[3 * p + 1] ? 1 : 0;
  return place;
}

function isApart({ data: a }: IntegerImage, { data: b }: IntegerImage, at: number): boolean {
  const red = Math.abs(a[at] - b[at]);
  return Math.max(red, Math.abs(a[at + 1] - b[at + 1]), Math.abs(a[at + 2] - b[at + 2])) > visibleLevels;
}

function paste(target: IntegerImage, source: IntegerImage, { left, top, right, bottom }: Region): void {
  for (let y = top; y < bottom; y++) {
    const row = 3 * y * target.width;
    target.data.set(source.data.subarray(row + 3 * left, row + 3 * right), row + 3 * left);
  }
}

/** 4:2:0, as cameras encode JPEGs. */
function encode({ width, height, data }: IntegerImage, quality: number): Promise<Buffer> {
  return sharp(new Uint8Array(data), { raw: { width, height, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: "4:2:0" })
    .toBuffer();
}

async function decode(jpeg: Buffer): Promise<IntegerImage> {
  const { data: pixels, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const data = new Uint8Array(new SharedArrayBuffer(pixels.length));
  data.set(pixels);
  return { width: info.width, height: info.height, channels: 3, data, space: "srgb" };
}
