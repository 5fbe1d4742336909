import { encodeSrgb } from "../../../image/index.ts";
import { quantiles } from "../../../ops/index.ts";
import { curveOf, type ExposurePlan, planExposure, shoulder } from "../curves/exposure.ts";
import { coloursOf } from "../curves/held-colours.ts";
import { planRoomCurve, type RoomCurve, roomCurveOf } from "../curves/room-curve.ts";
import { curveToLevel, whiteMedian } from "../house/index.ts";
import type { Layer, LayerInput, TonePlan } from "../layer.ts";
import { alongCurve } from "../look/index.ts";
import { colour, evening, foreground, planned } from "../params.ts";
import { liftedBrightness } from "./lifted-brightness.ts";

/** Plans the brightness curve: that of rooms for a room, otherwise that of outdoor scenes. */
export const planCurve: Layer = (input, plan) => {
  const { small, content, options, house, target, hasLook, room, againstSky } = input;
  const amount = options.toneStrength * options.autoExposure;
  const { areas, dark, level, glare } = content;
  const { open } = plan;
  const exposure = exposureOf(input, plan, amount);
  const [median] = quantiles(open, [0.5], areas);
  const [lit] = quantiles(open, [0.5], areas, dark);
  // Dark parts at the input of the curve, after they were lifted with the light around them.
  const lifted = liftedBrightness(small.data, plan);
  const [shadow] = quantiles(lifted, [0.01], areas);
  const [darkest] = quantiles(lifted, [0.05], areas, dark);
  const fullCurve = planRoomCurve(
    { shadow, dark: darkest, median: lit, pale: level },
    roomTarget(options.targetLightness),
  );
  const ownCurve = { ...fullCurve, need: fullCurve.need * Math.max(0, 1 - evening.glareRestraint * glare) };
  const roomCurve = house ? curveToLevel(ownCurve, whiteMedian(content, lifted), house.level) : ownCurve;
  const offset = options.toneStrength * options.exposureEv;
  const ownTones = mixCurves(exposure, roomCurve, { room, amount, offset: 2 ** (offset / 2.2) });
  const curve = hasLook ? (value: number) => alongCurve(target.curve, ownTones(value)) : ownTones;
  const inRoom = amount * room * roomCurve.need;
  const chroma = (value: number) => {
    const kept = keptChroma(value, ownTones(value));
    return target.chroma * kept ** (foreground.chroma * againstSky) * (1 + inRoom * (colour.roomChroma * kept - 1));
  };
  const end = 1 - inRoom * (1 - Math.min(1, curve(1)));
  return { inRoom, curves: { curve, chroma, white: end, median, exposure, roomCurve } };
};

/** Target display value of a room's median for a CIE L* (at least 8). */
export function roomTarget(targetLightness: number): number {
  return displayOf(targetLightness + planned.roomBrighter);
}

function exposureOf(
  { small, content, options, ...scene }: LayerInput,
  { bright, open }: Pick<TonePlan, "bright" | "open">,
  amount: number,
) {
  const { areas } = content;
  // A picture that is certainly a room does not use this curve.
  const colours = scene.room < 1 ? coloursOf(small, bright, open, areas) : undefined;
  const targetLuma = displayOf(options.targetLightness);
  const offsetEv = options.toneStrength * options.exposureEv;
  const { againstSky, night } = scene;
  const held = amount * (1 - planned.nightRestraint * night);
  return planExposure(open, { targetLuma, amount: held, offsetEv, againstSky, night, areas, colours });
}

/**
 * Blends the two curves. The requested stops are applied to a room's curve here; the other curve already contains them.
 */
function mixCurves(
  exposure: ExposurePlan,
  roomPlan: RoomCurve,
  { room, amount, offset }: { readonly room: number; readonly amount: number; readonly offset: number },
): (value: number) => number {
  const outside = curveOf(exposure);
  const inside = roomCurveOf(roomPlan);
  return (value) => {
    const toned = amount * inside(value) + (1 - amount) * value;
    // More light approaches white smoothly; less light is a plain factor.
    const offsetToned = offset > 1 ? shoulder(toned, offset, planned.offsetSharpness) : toned * offset;
    return room * offsetToned + (1 - room) * outside(value);
  };
}

/**
 * Scaling a colour with its luma makes it look more vivid; this factor leaves the part of that increase that
 * professionals keep.
 */
function keptChroma(before: number, after: number): number {
  return (Math.max(0.02, before) / Math.max(0.02, after)) ** (1 - colour.chromaKept);
}

/** Display value of a grey of the given CIE L* (at least 8). */
function displayOf(lightness: number): number {
  return encodeSrgb(((lightness + 16) / 116) ** 3);
}
