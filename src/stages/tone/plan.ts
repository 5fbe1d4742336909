import { encodeSrgb } from "../../image/index.ts";
import type { SmallImage } from "../../ops/index.ts";
import { curveOf, type ExposurePlan, isIdentity, planExposure } from "./exposure.ts";
import { guidedCoefficients } from "./guided-filter.ts";
import type { ToneOptions } from "./options.ts";
import { colourfulness, lumaOf, quantiles } from "./statistics.ts";
import { estimateWhiteBalance, type WhiteBalance } from "./white-balance.ts";

/** Everything the full-size pass does, decided on the small copy. */
export interface TonePlan {
  readonly balance: WhiteBalance;
  readonly exposure: ExposurePlan;
  /** Extra slope of texture, 0 = none. */
  readonly localContrast: number;
  /** Vibrance, 0 = none. */
  readonly saturation: number;
  /** Luma of the small copy's pixels. */
  readonly luma: Float32Array;
  /** The guided filter's slope and offset for each of them, interleaved. */
  readonly coefficients: Float32Array;
}

/** Window of the base/detail split, as a share of the longer edge, and the luma step that counts as an edge. */
const radiusShare = 1 / 64;
const edgeStep = 0.03;

/** A picture with this much texture (mean distance from the base) or colour needs no more of it. */
const enoughTexture = 0.012;
const enoughColour = 0.45;

/** Plans every step; `toneStrength` scales them all. `wrapX` makes the filters periodic in x. */
export function planTone(small: SmallImage, options: ToneOptions, wrapX: boolean): TonePlan {
  const { toneStrength: strength } = options;
  const { width, height } = small;
  const balance = estimateWhiteBalance(small, strength * options.whiteBalance, wrapX);
  const luma = lumaOf(small);
  const target = displayOf(options.targetLightness);
  const exposure = planExposure(luma, target, strength * options.autoExposure, strength * options.exposureEv);
  const radius = Math.max(1, Math.round(Math.max(width, height) * radiusShare));
  const coefficients = guidedCoefficients({ width, height, data: luma }, radius, edgeStep ** 2, wrapX);
  const brightening = brighteningOf(luma, exposure);
  const colourRoom = options.saturation > 0 ? room(colourfulness(small) * brightening, enoughColour) : 1;
  const textureRoom = room(textureOf(luma, coefficients) * brightening, enoughTexture);
  return {
    balance,
    exposure,
    localContrast: strength * options.localContrast * textureRoom,
    saturation: strength * options.saturation * colourRoom,
    luma,
    coefficients,
  };
}

/** True when the plan would move hardly a sample by more than a level. */
export function changesNothing({ balance, exposure, saturation, localContrast }: TonePlan): boolean {
  const balanced = balance.gains.every((gain) => Math.abs(gain - 1) < 0.003);
  return balanced && isIdentity(exposure) && Math.abs(saturation) < 0.01 && localContrast < 0.01;
}

/** What is left of a boost for a picture that has `found` of something of which `enough` is enough: 1 to 0. */
function room(found: number, enough: number): number {
  return Math.min(1, Math.max(0, (enough - found) / (0.6 * enough)));
}

/** Mean distance of the luma from its base. */
function textureOf(luma: Float32Array, coefficients: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < luma.length; i++) {
    sum += Math.abs(luma[i] - (coefficients[2 * i] * luma[i] + coefficients[2 * i + 1]));
  }
  return sum / luma.length;
}

/** Factor by which the planned curve raises the median. */
function brighteningOf(luma: Float32Array, exposure: ExposurePlan): number {
  const median = Math.max(0.02, quantiles(luma, [0.5])[0]);
  return curveOf(exposure)(median) / median;
}

/** Display value of a grey of the given CIE L* (at least 8). */
function displayOf(lightness: number): number {
  return encodeSrgb(((lightness + 16) / 116) ** 3);
}
