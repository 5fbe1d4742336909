import { encodeSrgb } from "../../image/index.ts";
import { curveOf, type ExposurePlan, planExposure, shoulder } from "./exposure.ts";
import type { Colours } from "./held-colours.ts";
import { curveToLevel, type HouseSetting } from "./house/index.ts";
import type { RoomLight } from "./light.ts";
import { alongCurve, type Look, type LookWish } from "./look/index.ts";
import type { ToneOptions } from "./options.ts";
import { planRoomCurve, type RoomCurve, roomCurveOf } from "./room-curve.ts";
import type { SceneEvidence } from "./scene.ts";
import { quantiles } from "./statistics.ts";

/**
 * CIE L* by which the curve brings a room's median above that of other pictures; even light adds about three.
 */
const roomBrighter = 1;

/** How long asked stops leave a room's tones straight before white: see {@link shoulder}. */
const offsetSharpness = 2;

/** What the curves are planned from. `white` is the median of white surfaces where the house tells their level. */
interface Tones {
  readonly luma: Float32Array;
  readonly colours: Colours | undefined;
  readonly areas: Float32Array | undefined;
  readonly dark: Float32Array;
  readonly scene: SceneEvidence;
  readonly light: RoomLight;
  readonly white: number;
}

/** The curve of brightness, what it is made of, and how much of a room's treatment is due (`inRoom`, 0 to 1). */
export function planCurves(
  { luma, colours, areas, dark, scene, light, white }: Tones,
  options: ToneOptions,
  { house, look }: { readonly house?: HouseSetting | undefined; readonly look?: Look | undefined },
  wish: LookWish,
) {
  const { room } = scene;
  const amount = options.toneStrength * options.autoExposure;
  const offsetEv = options.toneStrength * options.exposureEv;
  const targetLuma = displayOf(options.targetLightness);
  const { againstSky, night } = scene;
  const exposure = planExposure(luma, { targetLuma, amount, offsetEv, againstSky, night, areas, colours });
  const [shadow, median] = quantiles(luma, [0.01, 0.5], areas);
  const [darkest, lit] = quantiles(luma, [0.05, 0.5], areas, dark);
  const tones = { shadow, dark: darkest, median: lit, pale: light.level };
  const ownCurve = planRoomCurve(tones, roomTarget(options.targetLightness));
  const roomCurve = house ? curveToLevel(ownCurve, white, house.level) : ownCurve;
  const ownTones = mixCurves(exposure, roomCurve, { room, amount, offsetEv });
  const curve = look ? (value: number) => alongCurve(wish.curve, ownTones(value)) : ownTones;
  return { curve, ownTones, exposure, roomCurve, inRoom: amount * room * roomCurve.need, median };
}

/** Display value towards which a room's median goes. */
export function roomTarget(targetLightness: number): number {
  return displayOf(targetLightness + roomBrighter);
}

/**
 * The curve of a room where the picture shows one, else the one for all that is outside; the asked stops come on top of
 * both.
 */
function mixCurves(
  exposure: ExposurePlan,
  roomPlan: RoomCurve,
  { room, amount, offsetEv }: { readonly room: number; readonly amount: number; readonly offsetEv: number },
): (value: number) => number {
  const outside = curveOf(exposure);
  const inside = roomCurveOf(roomPlan);
  const offset = 2 ** (offsetEv / 2.2);
  return (value) => {
    const toned = amount * inside(value) + (1 - amount) * value;
    // More light runs into white softly, less light is plainly less.
    const offsetToned = offset > 1 ? shoulder(toned, offset, offsetSharpness) : toned * offset;
    return room * offsetToned + (1 - room) * outside(value);
  };
}

/** Display value of a grey of the given CIE L* (at least 8). */
function displayOf(lightness: number): number {
  return encodeSrgb(((lightness + 16) / 116) ** 3);
}
