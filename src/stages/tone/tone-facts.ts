import { type IntegerImage, lightnessOf } from "../../image/index.ts";
import { lumaOf, quantiles, type SceneEvidence, type SmallImage } from "../../ops/index.ts";
import { describeHouse, type HouseFacts } from "./house/index.ts";
import type { TonePlan } from "./layer.ts";
import { looked } from "./params.ts";
import type { PlanSetting } from "./plan.ts";

/** Findings and changes of toning, for the report. */
export interface ToneFacts {
  /** Evidence that distinguishes rooms from other pictures, and the certainty that this is one. */
  readonly scene: SceneEvidence;
  /** Exposure of the shadows before the mid-tone lift, in stops; 0 for rooms, which have another curve. */
  readonly exposureEv: number;
  /** Lift of the shadows relative to white, in stops. */
  readonly liftEv: number;
  /** Blend weight of the curve of rooms, 0 to 1. */
  readonly roomCurve: number;
  /** Display value, 0 to 1, that was mapped to black. */
  readonly blackPoint: number;
  /** Display value, 0 to 1, of the 99.5th percentile of luma before and after. */
  readonly whitePoint: {
    /** Before toning. */
    readonly before: number;
    /** After toning. */
    readonly after: number;
  };
  /** CIE L* of the median luma before and after. */
  readonly medianLightness: {
    /** Before toning. */
    readonly before: number;
    /** After toning. */
    readonly after: number;
  };
  /** Estimate of the light, and its correction. */
  readonly whiteBalance: {
    /** Linear-light factors of R, G, B. */
    readonly gains: readonly [number, number, number];
    /** Shift towards blue (negative) or amber (positive), in mired. */
    readonly shiftMired: number;
    /** Cast found between red and blue: half of log(R/B) of display values of grey surfaces. */
    readonly warmth: number;
    /** Cast found between green and magenta: half of log(R·B/G²) of display values of grey surfaces. */
    readonly tint: number;
    /** Variation of the light over the picture, in mired (standard deviation). */
    readonly spreadMired: number;
    /** Confidence of the estimate, 0 to 1: the more of the picture shows the light, the higher. */
    readonly confidence: number;
  };
  /** Decisions from the other rooms of the house; absent if each picture was toned separately. */
  readonly house?: HouseFacts;
  /** Extra slope of texture; 0 = none. */
  readonly localContrast: number;
  /** Vibrance; 0 = none. */
  readonly saturation: number;
  /** Share of pixels with a clipped channel before toning, 0 to 1. */
  readonly clippedBefore: number;
  /** Share of pixels with a clipped channel after toning, 0 to 1. */
  readonly clippedAfter: number;
}

/** The facts that are known from a plan before it is carried out. */
export type PlannedFacts = Omit<ToneFacts, "clippedBefore" | "clippedAfter">;

export function factsOf(plan: TonePlan, small: SmallImage, { content, house }: PlanSetting): PlannedFacts {
  const { balance, curves } = plan;
  const { curve, exposure, roomCurve } = curves;
  const room = Math.max(content.evidence.room, house?.room ?? 0);
  const outside = 1 - room;
  const inside = room * (roomCurve?.need ?? 0);
  const [median, white] = quantiles(lumaOf(small), [0.5, looked.whitePoint], content.areas);
  const linear = balance.overall.map((gain) => gain ** 2.2);
  return {
    scene: { ...content.evidence, room },
    exposureEv: outside * 2.2 * Math.log2(exposure?.gain ?? 1),
    liftEv: outside * 2.2 * Math.log2(exposure?.lift ?? 1),
    roomCurve: inside,
    blackPoint: outside * (exposure?.black ?? 0) + inside * (roomCurve?.black ?? 0),
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
    ...(house ? { house: describeHouse(house) } : {}),
  };
}

/** Along the daylight locus near D65, the linear sRGB ratio R/B of white decreases by a factor e in about 160 mired. */
function shiftMired(redToBlue: number): number {
  return 160 * Math.log(redToBlue);
}

/** Share of pixels with a clipped channel, from evenly spaced samples. */
export function clippedShare(image: IntegerImage): number {
  const pixels = image.width * image.height;
  // An odd step samples different columns in successive rows.
  const step = Math.max(1, Math.floor(pixels / looked.clippingPixels) | 1);
  const limit = looked.clipped * (image.data instanceof Uint8Array ? 255 : 65535);
  let count = 0;
  let sampled = 0;
  for (let i = 0; i < pixels; i += step) {
    const at = 3 * i;
    if (Math.max(image.data[at], image.data[at + 1], image.data[at + 2]) >= limit) count++;
    sampled++;
  }
  return count / sampled;
}
