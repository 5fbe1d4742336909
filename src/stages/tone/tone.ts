import { EngineError } from "../../errors/index.ts";
import { decodeSrgb, endLeases, type IntegerImage, type PixelMemory, validateImage } from "../../image/index.ts";
import { lightOver, type SceneLight, type SmallImage, shrinkBy } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { curveTable } from "./curve-table.ts";
import { describeHouse, type HouseFacts, type HouseSetting } from "./house/index.ts";
import type { Look } from "./look/index.ts";
import { type ToneOptions, type ToneOptionsInput, toneOptions } from "./options.ts";
import { changesNothing, planTone, type TonePlan } from "./plan.ts";
import type { SceneEvidence } from "./scene.ts";
import { evenPoles, firstColumn, keepPolesEven, turnBack, turned, turnedCells, turnTo } from "./sphere.ts";
import { clippedShare, quantiles } from "./statistics.ts";
import { withStyle } from "./styles.ts";

export interface ToneInput extends ToneSetting {
  /** Display sRGB, width × height × 3, 8 or 16 bits. */
  readonly image: IntegerImage;
}

/** What the caller knows or wants beside the options. */
interface ToneSetting {
  /** The picture is a full circle: its left and right edges meet. */
  readonly wrapX?: boolean;
  /** Bits of the result's samples; the input's when not given. 16 to 8 bits is dithered. */
  readonly outputBits?: 8 | 16;
  /** The picture was toned before, and is left as it is. */
  readonly tonedBefore?: boolean;
  /** What the other pictures of the house tell of this one. */
  readonly house?: HouseSetting | undefined;
  /** What the frames of a bracket tell of the light over the picture. */
  readonly sceneLight?: SceneLight | undefined;
  /** A photographer's look, on top of the plain one. */
  readonly look?: Look | undefined;
}

export interface ToneFacts {
  /** What tells a room from other pictures, and how surely this is one. */
  readonly scene: SceneEvidence;
  /** Exposure of the shadows before the mid-tone lift, in stops; rooms have a curve of their own instead. */
  readonly exposureEv: number;
  /** Lift of the shadows against white, in stops. */
  readonly liftEv: number;
  /** How much of the curve of rooms was taken, 0 to 1. */
  readonly roomCurve: number;
  /** Display value, 0 to 1, that became black. */
  readonly blackPoint: number;
  /** Display value, 0 to 1, of the luma's 99.5th percentile before and after. */
  readonly whitePoint: { readonly before: number; readonly after: number };
  /** CIE L* of the median luma before and after. */
  readonly medianLightness: { readonly before: number; readonly after: number };
  readonly whiteBalance: {
    /** Linear-light factors of R, G, B. */
    readonly gains: readonly [number, number, number];
    /** Shift towards blue (negative) or amber (positive), in mired. */
    readonly shiftMired: number;
    /** Cast found: half of log(R/B) and half of log(R·B/G²) of display values of what should be grey. */
    readonly warmth: number;
    readonly tint: number;
    /** How far the light differs over the picture, in mired (standard deviation). */
    readonly spreadMired: number;
    /** 0 to 1: how much of the picture speaks for the estimate. */
    readonly confidence: number;
  };
  /** What the other rooms of the house decided; absent where each picture was toned by itself. */
  readonly house?: HouseFacts;
  /** Extra slope given to texture, 0 = none. */
  readonly localContrast: number;
  /** Vibrance given, 0 = none. */
  readonly saturation: number;
  /** Share of pixels with a clipped channel. */
  readonly clippedBefore: number;
  readonly clippedAfter: number;
}

export interface ToneResult {
  /** The toned picture; the input itself when `applied` is false. */
  readonly image: IntegerImage;
  readonly applied: boolean;
  /** Why nothing was done. */
  readonly reason?: string;
  readonly facts?: ToneFacts;
  /**
   * How far the light was lifted at each pixel of the analysis copy (slope at black, about 1), and the veil that was
   * taken off before.
   */
  readonly light?: {
    readonly width: number;
    readonly height: number;
    readonly lifts: Float32Array;
    readonly veils: Float32Array;
  };
}

/** Numbers a cell of the kernel's grid: see {@link gridOf}. */
const gridNumbers = 8;

/** Longer edge of the copy that is analysed and carries the filter's coefficients. */
const analysisEdgePx = 512;

/**
 * Brightens, balances and clarifies one finished photograph of a place; display sRGB comes out, too. Everything is
 * decided on a small copy and done in one pass over the pixels; the same input gives the same bytes. Throws `options/*`
 * for bad options, `internal` for a picture of another kind, `cancelled`.
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
 * Tones a full circle from a column that depends on what it shows: the same sphere gives the same picture wherever it
 * was cut.
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
    const result = await toneAsCut(source, options, context, setting);
    if (!result.applied) {
      if (inPlace) turnBack(image, first);
      return { ...result, image };
    }
    keepPolesEven(source, result.image);
    turnBack(result.image, first);
    const { light } = result;
    if (!light) return result;
    const back = (plane: Float32Array) => turnedCells(plane, light.width, (first * light.width) / image.width);
    return { ...result, light: { ...light, lifts: back(light.lifts), veils: back(light.veils) } };
  } finally {
    if (source !== image) context.memory.release(source.data);
  }
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
    const { wrapX = false, house, look, sceneLight } = setting;
    const stops = sceneLight && lightOver(sceneLight, small);
    const plan = planTone(small, options, { wrapX, house, look, stops });
    if (changesNothing(plan)) return { image, applied: false, reason: "the picture is balanced already" };
    const toned = await render(image, small, plan, setting, context);
    const light = { width: small.width, height: small.height, lifts: plan.light.lifts, veils: plan.veils };
    return {
      image: toned,
      applied: true,
      facts: { ...factsOf(plan, image, toned), ...houseFactsOf(setting.house) },
      light,
    };
  } finally {
    context.memory.release(small.data);
  }
}

async function render(
  image: IntegerImage,
  small: SmallImage,
  plan: TonePlan,
  { wrapX = false, outputBits }: ToneSetting,
  context: StageContext,
): Promise<IntegerImage> {
  const { memory } = context;
  const { width, height } = image;
  const toBytes = outputBits === undefined ? image.data instanceof Uint8Array : outputBits === 8;
  const grid = gridOf(plan, memory);
  if (wrapX) evenPoles(grid, small.width, small.height, gridNumbers);
  const curve = curveTable((value) => plan.curve(value) / plan.white, plan.chroma, plan.localContrast, memory);
  const target = toBytes ? memory.u8(image.data.length) : memory.u16(image.data.length);
  const args = {
    source: image.data,
    target,
    width,
    height,
    grid,
    gridWidth: small.width,
    gridHeight: small.height,
    // A full circle is stretched over the cells, so that the last cell meets the first even when the width leaves a
    // rest.
    gridScaleX: wrapX ? small.width / width : 1 / small.factor,
    gridScaleY: 1 / small.factor,
    wrapX: wrapX ? 1 : 0,
    curve,
    vibrance: plan.saturation,
    white: plan.white,
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

/**
 * The kernel's grid: the guided filter's coefficients, the white balance's factors, the lift, what becomes neutral, the
 * veil and the factor of chroma side by side.
 */
function gridOf(
  { coefficients, balance, light, neutral, veils, vividness }: TonePlan,
  memory: PixelMemory,
): Float32Array<SharedArrayBuffer> {
  const { gains } = balance;
  const { lifts } = light;
  const grid = memory.f32(lifts.length * gridNumbers);
  for (let i = 0, at = 0; i < lifts.length; i++, at += gridNumbers) {
    grid[at] = coefficients[2 * i];
    grid[at + 1] = coefficients[2 * i + 1];
    grid[at + 2] = gains[2 * i];
    grid[at + 3] = gains[2 * i + 1];
    grid[at + 4] = lifts[i];
    grid[at + 5] = neutral[i];
    grid[at + 6] = veils[i];
    grid[at + 7] = vividness[i];
  }
  return grid;
}

/** Whole factor for the small copy; a full circle is cut into whole cells where a factor near by divides its width. */
function shrinkFactor({ width, height }: IntegerImage, wrapX: boolean): number {
  const least = Math.max(1, Math.ceil(Math.max(width, height) / analysisEdgePx));
  const most = Math.min(64, width, height);
  if (wrapX) {
    for (let factor = least; factor <= Math.min(most, 2 * least); factor++) if (width % factor === 0) return factor;
  }
  return Math.min(most, least);
}

function factsOf(plan: TonePlan, before: IntegerImage, after: IntegerImage): ToneFacts {
  const { balance, exposure, roomCurve, curve, scene } = plan;
  const outside = 1 - scene.room;
  const [median, white] = quantiles(plan.luma, [0.5, 0.995], plan.areas);
  const linear = balance.overall.map((gain) => gain ** 2.2);
  return {
    scene,
    exposureEv: outside * 2.2 * Math.log2(exposure.gain),
    liftEv: outside * 2.2 * Math.log2(exposure.lift),
    roomCurve: scene.room * roomCurve.need,
    blackPoint: outside * exposure.black + scene.room * roomCurve.need * roomCurve.black,
    whitePoint: { before: white, after: curve(white) },
    medianLightness: { before: lightnessOf(median), after: lightnessOf(curve(median)) },
    whiteBalance: {
      gains: [linear[0], linear[1], linear[2]],
      shiftMired: shiftMired(linear[0] / linear[2]),
      warmth: balance.warmth,
      tint: balance.tint,
      spreadMired: shiftMired(Math.exp(2.2 * 2 * balance.warmthSpread)),
      confidence: balance.confidence,
    },
    localContrast: plan.localContrast,
    saturation: plan.saturation,
    clippedBefore: clippedShare(before),
    clippedAfter: clippedShare(after),
  };
}

function houseFactsOf(house: HouseSetting | undefined): { readonly house?: HouseFacts } {
  return house ? { house: describeHouse(house) } : {};
}

/** Along the daylight locus near D65 the linear sRGB ratio R/B of white falls by a factor e in about 160 mired. */
function shiftMired(redToBlue: number): number {
  return 160 * Math.log(redToBlue);
}

/** CIE L* of a grey of the given display value. */
function lightnessOf(display: number): number {
  const y = decodeSrgb(display);
  return y > 216 / 24389 ? 116 * Math.cbrt(y) - 16 : (y * 24389) / 27;
}
