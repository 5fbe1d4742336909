import { lightOf } from "../../kernels/index.ts";
import type { SmallImage } from "../../ops/index.ts";
import { holdDaylight, keepDaylight, warmViews } from "./daylight.ts";
import { textureDue, textureOf, vibranceDue } from "./due.ts";
import type { ExposurePlan } from "./exposure.ts";
import { fillViews } from "./fill-views.ts";
import { liftForeground } from "./foreground.ts";
import { guidedCoefficients } from "./guided-filter.ts";
import { coloursOf } from "./held-colours.ts";
import { type HouseSetting, keepPaint, whiteMedian } from "./house/index.ts";
import { type RoomLight, readLight } from "./light.ts";
import { lightWitnesses } from "./light-witnesses.ts";
import { type Look, type LookWish, wishFor } from "./look/index.ts";
import { matteOf } from "./matte.ts";
import { neutralSpreads } from "./neutral.ts";
import type { ToneOptions } from "./options.ts";
import { planCurves } from "./plan-curves.ts";
import { pullViews } from "./pull-views.ts";
import type { RoomCurve } from "./room-curve.ts";
import { readScene, type SceneEvidence } from "./scene.ts";
import { colourfulness, lumaOf } from "./statistics.ts";
import { clearLuma, findVeils } from "./veil.ts";
import { viewColors } from "./view-colors.ts";
import { endAtEdges } from "./view-edges.ts";
import type { Copy } from "./view-mean.ts";
import { crossedTexture } from "./view-texture.ts";
import { findViews } from "./views.ts";
import { balancedGains, estimateWhiteBalance, type WhiteBalance } from "./white-balance.ts";

/** Everything the full-size pass does, decided on the small copy. */
export interface TonePlan {
  readonly scene: SceneEvidence;
  /** How surely each pixel of the small copy looks out of a window, 0 to 1. */
  readonly views: Float32Array;
  readonly balance: WhiteBalance;
  readonly light: RoomLight;
  /** The curve of brightness on display values: monotone, 0 to 0. */
  readonly curve: (value: number) => number;
  /** What full scale becomes, 0 to 1: rooms end below it. */
  readonly white: number;
  /** Factor of chroma for a base of this display value. */
  readonly chroma: (value: number) => number;
  /**
   * Spread of the channels (display values) at which half of the colour goes, for every pixel of the small copy; 0 =
   * none goes.
   */
  readonly neutral: Float32Array;
  /**
   * Glare and haze over the views that is taken off, a display value for every pixel of the small copy; see {@link
   * findVeils}.
   */
  readonly veils: Float32Array;
  /** Factor of chroma for every pixel of the small copy; 1 outside views. */
  readonly vividness: Float32Array;
  /** What the curve is mixed of: the one of pictures that show no room, and the one of rooms. */
  readonly exposure: ExposurePlan;
  readonly roomCurve: RoomCurve;
  /** Extra slope of texture, 0 = none. */
  readonly localContrast: number;
  /** Vibrance, 0 = none. */
  readonly saturation: number;
  /** Luma of the small copy's pixels. */
  readonly luma: Float32Array;
  /** What its rows weigh in readings over all of them; all alike where it is not given. */
  readonly areas: Float32Array | undefined;
  /** The guided filter's slope and offset for each of them, interleaved. */
  readonly coefficients: Float32Array;
}

/** Window of the base/detail split, as a share of the longer edge, and the luma step that counts as an edge. */
const radiusShare = 1 / 64;
const edgeStep = 0.03;

/** Window in which views are brought to the edges of the picture, as a share of the longer edge. */
const matteShare = 1 / 50;

/** In rooms: what colour gains, and what a lift takes from it. */
const roomChroma = 1.12;
const chromaKept = 0.55;

/** How much of the same is taken from what is lifted before a bright sky: dark leaves would turn neon. */
const foregroundChroma = 0.7;

/**
 * Beside the options: `wrapX` makes the filters periodic in x; `house` is what the other pictures of the house tell,
 * `look` what a photographer wants.
 */
export interface PlanSetting {
  readonly wrapX: boolean;
  readonly house?: HouseSetting | undefined;
  readonly look?: Look | undefined;
  /** See {@link SceneEvidence.lightEv}. */
  readonly lightEv?: number | undefined;
  /** Scene light of every pixel of the small copy, in stops, where the frames of a bracket tell it. */
  readonly stops?: Float32Array | undefined;
}

/** Plans every step; `toneStrength` scales them all. */
export function planTone(small: SmallImage, options: ToneOptions, setting: PlanSetting): TonePlan {
  const { wrapX, house } = setting;
  const { toneStrength: strength } = options;
  const copy = { width: small.width, height: small.height, wrapX };
  const luma = lumaOf(small);
  const { all, surfaces, paint, dark } = lightWitnesses(small, luma, setting);
  const { areas } = surfaces;
  const own = readScene(small, all, setting);
  const room = Math.max(own.room, house?.room ?? 0);
  const outside = 1 - (house?.room ?? 0);
  const scene = { ...own, room, againstSky: own.againstSky * outside, night: own.night * outside };
  const balance = estimateWhiteBalance(copy, surfaces, room, strength * options.whiteBalance);
  const exposed = strength * options.autoExposure;
  const isFused = setting.stops !== undefined;
  const foreground = liftForeground(copy, luma, { amount: exposed * scene.againstSky, isFused });
  const open = liftedLuma(luma, foreground);
  const found = readLight(copy, { luma, surfaces, dark }, exposed * room);
  const light = { ...found, lifts: found.lifts.map((lift, i) => lift * foreground[i]) };
  const evened = liftedLuma(luma, light.lifts);
  const wish = wishFor(setting.look, room, strength);
  const white = house ? whiteMedian(surfaces, evened, light.level) : 0;
  // A full room has a curve of its own.
  const colours = room < 1 ? coloursOf(small, luma, open, areas) : undefined;
  const curves = planCurves({ luma: open, colours, areas, dark, scene, light, white }, options, setting, wish);
  const { curve, ownTones, exposure, roomCurve, inRoom, median } = curves;
  const baseOf = (data: Float32Array) => baseCoefficients(copy, data);
  const level = roomCurve.black + roomCurve.anchor;
  const radius = Math.max(1, Math.round(Math.max(copy.width, copy.height) * matteShare));
  const texture = crossedTexture(copy, evened);
  const evidence = { luma: evened, texture, coefficients: baseOf(evened), surfaces, level, stops: setting.stops };
  const outlined = matteOf(findViews(copy, evidence, inRoom), small, radius, wrapX);
  const views = endAtEdges(copy, fillViews(copy, outlined, texture), evened);
  const held = holdDaylight(copy, { luma, samples: surfaces.samples, gains: balance.gains, level: light.level }, room);
  const daylight = keepDaylight(views, held);
  const warmed = warmViews(copy, views, { luma, samples: surfaces.samples, gains: daylight });
  const gains = tintWhites(warmed, strength * options.warmth, wish);
  const veils = findVeils(small, luma, views, wrapX);
  const clear = clearLuma(small, luma, veils);
  const pulled = pullViews(copy, views, { luma: clear, lifts: light.lifts, curve });
  const lifts = wish.windowLift === 1 ? pulled : pulled.map((lift, i) => lift * wish.windowLift ** views[i]);
  const lifted = liftedLuma(clear, lifts);
  const coefficients = baseOf(lifted);
  const neutral = neutralSpreads({ small, gains, lifted, views }, wantsCool(options, wish), inRoom);
  const brightening = curve(Math.max(0.02, median)) / Math.max(0.02, median);
  const textureRoom = textureDue(textureOf(lifted, coefficients, areas) * brightening);
  return {
    scene,
    views,
    balance: { ...balance, gains },
    light: { ...light, lifts },
    curve,
    white: 1 - inRoom * (1 - Math.min(1, curve(1))),
    chroma: (value) => {
      const kept = keptChroma(value, ownTones(value));
      return wish.chroma * kept ** (foregroundChroma * scene.againstSky) * (1 + inRoom * (roomChroma * kept - 1));
    },
    veils,
    vividness: viewColors(copy, views, { small, gains, veils, lifted, tones: curve }),
    neutral: keepPaint(copy, neutral, paint),
    exposure,
    roomCurve,
    localContrast: strength * options.localContrast * textureRoom,
    // Less colour is due whole.
    saturation:
      strength *
      options.saturation *
      (options.saturation > 0 ? vibranceDue(colourfulness(small, areas) * brightening, scene, inRoom) : 1),
    luma,
    areas,
    coefficients,
  };
}

/** Coefficients of the base under the texture of a plane; see {@link guidedCoefficients}. */
function baseCoefficients({ width, height, wrapX }: Copy, data: Float32Array): Float32Array {
  const radius = Math.max(1, Math.round(Math.max(width, height) * radiusShare));
  return guidedCoefficients({ width, height, data }, radius, edgeStep ** 2, wrapX);
}

/** True when the plan would move hardly a sample by more than a level. */
export function changesNothing({
  balance,
  curve,
  light,
  saturation,
  localContrast,
  neutral,
  veils,
}: TonePlan): boolean {
  const balanced = balance.gains.every((gain) => Math.abs(gain - 1) < 0.003);
  const even = light.lifts.every((lift) => Math.abs(lift - 1) < 0.005);
  const straight = [0.1, 0.25, 0.5, 0.75, 0.9].every((value) => Math.abs(curve(value) - value) < 1 / 300);
  return (
    balanced &&
    even &&
    veils.every((veil) => veil < 1 / 300) &&
    straight &&
    neutral.every((spread) => spread < 1e-4) &&
    Math.abs(saturation) < 0.01 &&
    localContrast < 0.01
  );
}

/** Logs of display values that R gains and B loses at a warmth of 1. */
const [warmRed, warmBlue] = [0.03, 0.05];

/** True when white is to have a cool tint. */
function wantsCool({ warmth }: ToneOptions, { whiteRed, whiteBlue }: LookWish): boolean {
  return whiteBlue - warmBlue * warmth > whiteRed + warmRed * warmth;
}

/** The gains (factors of R and B, two a pixel) with a tint on top. */
function tintWhites(gains: Float32Array, warmth: number, { whiteRed, whiteBlue }: LookWish): Float32Array {
  if (warmth === 0 && whiteRed === 0 && whiteBlue === 0) return gains;
  const [red, , blue] = balancedGains(whiteRed + warmRed * warmth, whiteBlue - warmBlue * warmth);
  return gains.map((gain, i) => gain * (i % 2 === 0 ? red : blue));
}

/**
 * Scaling a colour with its luma makes it more vivid to the eye; professionals keep the part of that which this leaves.
 */
function keptChroma(before: number, after: number): number {
  return (Math.max(0.02, before) / Math.max(0.02, after)) ** (1 - chromaKept);
}

/** The luma after the light was evened: {@link RoomLight.lifts} as the kernel applies them. */
function liftedLuma(luma: Float32Array, lifts: Float32Array): Float32Array {
  const lifted = new Float32Array(luma.length);
  for (let i = 0; i < lifted.length; i++) lifted[i] = luma[i] * lightOf(luma[i], lifts[i]);
  return lifted;
}
