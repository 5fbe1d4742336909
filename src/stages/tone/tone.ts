import { EngineError } from "../../errors/index.ts";
import { endLeases, type IntegerImage, validateImage } from "../../image/index.ts";
import {
  type FrameNoise,
  type KnownColour,
  measureNoise,
  nameScenePlanes,
  type SceneDescription,
  type SceneLight,
  type SmallImage,
  sceneClasses,
  shrinkBy,
} from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import type { HouseSetting } from "./house/index.ts";
import type { Look } from "./look/index.ts";
import { type ToneOptions, type ToneOptionsInput, toneOptions, withStyle } from "./options.ts";
import { looked } from "./params.ts";
import type { LayerName } from "./plan.ts";
import type { PlannedTone, ToneRendering } from "./planned-tone.ts";
import { firstColumn, keepPolesEven, turnBack, turned, turnedCells, turnTo } from "./sphere.ts";
import { clippedShare, type ToneFacts } from "./tone-facts.ts";

export interface ToneInput extends ToneSetting {
  /** Display sRGB, width × height × 3, 8 or 16 bits. */
  readonly image: IntegerImage;
}

/** Facts and requests of the caller other than the options. */
interface ToneSetting {
  /** Describes the small copy and plans from that: the scene's `readContent`, then `planRendering`. */
  readonly plan: (request: ToneRequest) => Promise<PlannedTone>;
  /** The picture is a full sphere: its left and right edges meet. */
  readonly wrapX?: boolean;
  /** Bits of the result's samples; by default those of the input. 16 to 8 bits is dithered. */
  readonly outputBits?: 8 | 16;
  /** The picture was toned before, and is not changed. */
  readonly tonedBefore?: boolean;
  /** Results from the other pictures of the house for this one. */
  readonly house?: HouseSetting | undefined;
  /** Light over the picture, if the frames of a bracket show it. */
  readonly sceneLight?: SceneLight | undefined;
  /** Colours of surfaces, if flash frames show them. */
  readonly knownColour?: KnownColour | undefined;
  /** Scene map and kind of the picture. */
  readonly scene?: SceneDescription | undefined;
  /** Exposure value at ISO 100 that the camera chose, if it indicates the light of the scene. */
  readonly lightEv?: number | undefined;
  /** A photographer's look, applied in addition to the plain one. */
  readonly look?: Look | undefined;
  /** Layers to skip; none by default. */
  readonly without?: readonly LayerName[] | undefined;
}

/** Input of a plan: plain data, so that another thread can plan. */
export interface ToneRequest
  extends Pick<ToneSetting, "sceneLight" | "knownColour" | "scene" | "lightEv" | "house" | "look" | "without"> {
  readonly small: SmallImage;
  /** Noise of the full-size picture. */
  readonly noise?: FrameNoise | undefined;
  readonly options: ToneOptions;
  readonly wrapX: boolean;
}

export interface ToneResult {
  /** The toned picture; the input itself if `applied` is false. */
  readonly image: IntegerImage;
  /** Whether the picture was changed. */
  readonly applied: boolean;
  /** Why the picture was not changed. */
  readonly reason?: string;
  /** Findings and changes; absent if there are none. */
  readonly facts?: ToneFacts;
  /**
   * Lift of the light at each pixel of the analysis copy (slope at black, about 1), the veil that was subtracted
   * before, and the certainty that the pixel is a light source, which may be white.
   */
  readonly light?: {
    readonly width: number;
    readonly height: number;
    readonly lifts: Float32Array;
    readonly veils: Float32Array;
    readonly sources: Float32Array;
  };
}

/**
 * Brightens, balances and clarifies one finished photograph of a place; the result is display sRGB as well. All
 * decisions are made on a small copy and applied in one pass over the pixels; the same input gives the same bytes.
 * Throws `options/*` for bad options, `internal` for a picture of another kind, `cancelled`.
 */
export async function tone(
  { image, ...setting }: ToneInput,
  given: ToneOptionsInput,
  context: StageContext,
): Promise<ToneResult> {
  const options = resolveOptions("tone", toneOptions, withStyle(given));
  validateImage(image, "tone");
  if (image.channels !== 3 || image.space !== "srgb") {
    const came = `${image.channels} channels of ${image.space}`;
    throw new EngineError("internal", `tone: expected three channels of display sRGB, got ${came}`);
  }
  if (options.toneStrength === 0) return { image, applied: false, reason: "the strength is 0" };
  if (setting.tonedBefore === true) return { image, applied: false, reason: "it was toned before" };
  const toneWhole = setting.wrapX === true ? toneSphere : toneAsCut;
  const result = await toneWhole(image, options, context, setting);
  endLeases([image], [result.image], context.memory);
  return result;
}

/**
 * Tones a full sphere from a column that depends on its content, so that the result is the same wherever the sphere was
 * cut.
 */
async function toneSphere(
  image: IntegerImage,
  options: ToneOptions,
  context: StageContext,
  setting: ToneSetting,
): Promise<ToneResult> {
  const first = firstColumn(image);
  const inPlace = context.memory.mayOverwrite(image.data);
  const source = first === 0 || inPlace ? image : turned(image, first, context.memory);
  if (inPlace) turnTo(image, first);
  try {
    const { scene, sceneLight, knownColour } = setting;
    const turnedSetting = {
      ...setting,
      scene: scene && turnedScene(scene, first, image.width),
      sceneLight: sceneLight && turnedLight(sceneLight, first, image.width),
      knownColour: knownColour && turnedKnown(knownColour, first, image.width),
    };
    const result = await toneAsCut(source, options, context, turnedSetting);
    if (!result.applied) {
      if (inPlace) turnBack(image, first);
      return { ...result, image };
    }
    keepPolesEven(source, result.image);
    turnBack(result.image, first);
    const { light } = result;
    if (!light) return result;
    const back = (plane: Float32Array) => turnedCells(plane, light.width, (first * light.width) / image.width);
    return {
      ...result,
      light: { ...light, lifts: back(light.lifts), veils: back(light.veils), sources: back(light.sources) },
    };
  } finally {
    if (source !== image) context.memory.release(source.data);
  }
}

/** The scene map of a full sphere, rotated so that column `first` becomes the first one. */
function turnedScene(scene: SceneDescription, first: number, width: number): SceneDescription {
  const { map } = scene;
  const turn = (plane: Float32Array) => turnedCells(plane, map.width, (-first * map.width) / width);
  const planes = sceneClasses.map((name) => turn(map.planes[name]));
  return { ...scene, map: { ...map, ...nameScenePlanes([...planes, turn(map.paint)]) } };
}

function turnedLight(light: SceneLight, first: number, width: number): SceneLight {
  return { ...light, stops: turnedCells(light.stops, light.width, (-first * light.width) / width) };
}

function turnedKnown(known: KnownColour, first: number, width: number): KnownColour {
  return { ...known, shares: turnedCells(known.shares, known.width, (-first * known.width) / width) };
}

async function toneAsCut(
  image: IntegerImage,
  options: ToneOptions,
  context: StageContext,
  setting: ToneSetting,
): Promise<ToneResult> {
  const small = await shrinkBy(image, shrinkFactor(image, setting.wrapX === true), context);
  try {
    throwIfCancelled(context, "tone");
    const { wrapX = false, house, look, lightEv, sceneLight, knownColour, scene, without, plan } = setting;
    const noise = await measureNoise(image, context);
    const request = { small, noise, options, wrapX, house, look, lightEv, sceneLight, knownColour, scene, without };
    const { rendering, facts } = await plan(request);
    if (!rendering || !facts) return { image, applied: false, reason: "the picture is balanced already" };
    const toning = render(image, small, rendering, setting, context);
    // Runs in this thread while others tone.
    const clippedBefore = clippedShare(image);
    const toned = await toning;
    const { lifts, veils, sources } = rendering;
    return {
      image: toned,
      applied: true,
      facts: { ...facts, clippedBefore, clippedAfter: clippedShare(toned) },
      light: { width: small.width, height: small.height, lifts, veils, sources },
    };
  } finally {
    // A planning thread continues for a while after a cancellation; the caller's memory is released once it has
    // stopped.
    if (!context.signal.aborted) context.memory.release(small.data);
  }
}

async function render(
  image: IntegerImage,
  small: SmallImage,
  { grid, curve, vibrance, white }: ToneRendering,
  { wrapX = false, outputBits }: ToneSetting,
  context: StageContext,
): Promise<IntegerImage> {
  const { memory } = context;
  const { width, height } = image;
  const toBytes = outputBits === undefined ? image.data instanceof Uint8Array : outputBits === 8;
  const target = toBytes ? memory.u8(image.data.length) : memory.u16(image.data.length);
  const args = {
    source: image.data,
    target,
    width,
    height,
    grid,
    gridWidth: small.width,
    gridHeight: small.height,
    // A full sphere is stretched over the cells, so that the last cell meets the first even if the width is not a
    // multiple.
    gridScaleX: wrapX ? small.width / width : 1 / small.factor,
    gridScaleY: 1 / small.factor,
    wrapX: wrapX ? 1 : 0,
    curve,
    vibrance,
    white,
    dither: toBytes && image.data instanceof Uint16Array ? 1 : 0,
  } as const;
  try {
    await context.kernels.run("toneMap", args, height);
  } catch (error) {
    memory.release(target);
    throw error;
  } finally {
    memory.release(grid);
    memory.release(curve);
  }
  return { width, height, channels: 3, data: target, space: image.space };
}

/** Integer factor of the small copy. For a full sphere, a nearby factor that divides its width, if there is one. */
function shrinkFactor({ width, height }: IntegerImage, wrapX: boolean): number {
  const least = Math.max(1, Math.ceil(Math.max(width, height) / looked.edgePx));
  const most = Math.min(64, width, height);
  if (wrapX) {
    for (let factor = least; factor <= Math.min(most, 2 * least); factor++) if (width % factor === 0) return factor;
  }
  return Math.min(most, least);
}
