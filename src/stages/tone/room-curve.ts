import { toe } from "./exposure.ts";

/**
 * Where professionals put what: the level that bright things approach, and what a median of the room becomes (display
 * values).
 */
export const whiteLevel = 0.835;

/** How fast the curve approaches its white level: at `anchor` 1 − e^−steepness of it is reached. */
export const steepness = 2.3;

/** A darker anchor would lift noise: display value. */
const leastAnchor = 0.16;

/** Medians (display values) at which a room is bright enough, and this much below which the whole curve is due. */
const [brightMedian, dueBelow] = [0.73, 0.12];

/**
 * What the darkest things may become (as a share of the anchor before the curve) and still be black; the rest is haze
 * over them.
 */
const deepShadow = 0.0925;

/** Share of that haze that goes, and the most that is taken away (display value). */
const hazeShare = 0.8;
const mostHaze = 0.25;

/** Display values of a room's darkest things, of its median and of its pale surfaces. */
export interface RoomTones {
  readonly shadow: number;
  readonly median: number;
  readonly pale: number;
}

export interface RoomCurve {
  /** Display value that becomes black. */
  readonly black: number;
  /** Display value above black that becomes a bright wall. */
  readonly anchor: number;
  /** 0 to 1: how much of the curve is due; a picture that is bright already needs none. */
  readonly need: number;
}

/**
 * Plans the curve of a room: pale surfaces and the median come to the level of professionals' pictures, whatever the
 * frame was. `target` is the display value wanted for the median.
 */
export function planRoomCurve({ shadow, median, pale }: RoomTones, target: number): RoomCurve {
  const reach = -Math.log(1 - Math.min(0.97, target / whiteLevel));
  const anchorOver = (black: number) =>
    Math.max(leastAnchor, Math.sqrt((toe(pale, black) * toe(median, black) * steepness) / reach));
  const black = Math.min(mostHaze, hazeShare * Math.max(0, shadow - deepShadow * anchorOver(0)));
  const anchor = anchorOver(black);
  const need = Math.min(1, Math.max(0, (brightMedian - median) / dueBelow));
  return { black, anchor, need };
}

/**
 * The curve: a steep rise out of black, then ever flatter towards one level for walls and ceilings, under which
 * highlights stay; exponential like the response of film (Reinhard & Devlin 2005 use its kin). Monotone; 0 stays 0.
 */
export function roomCurveOf({ black, anchor, need }: RoomCurve): (value: number) => number {
  return (value) => {
    const light = toe(value, black);
    const room = whiteLevel * (1 - Math.exp((-steepness * light) / anchor));
    // Within the brightest tenth the curve rises again, so that what is nearly clipped stays apart from what is not.
    const end = Math.max(0, (value - 0.9) / 0.1);
    const rolled = room + (Math.max(room, 0.93) - room) * end * end;
    return rolled * need + value * (1 - need);
  };
}
