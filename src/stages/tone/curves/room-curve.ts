import { roomCurves } from "../params.ts";
import { toe } from "./exposure.ts";

/**
 * The power of light that maps to half of full scale, chosen so that the anchor maps to {@link roomCurves.wallLevel}.
 */
const halfLight = (1 - roomCurves.wallLevel) / roomCurves.wallLevel;

/** Display values of a room: 1st and 5th percentile, median, and level of pale surfaces. */
export interface RoomTones {
  readonly shadow: number;
  readonly dark: number;
  readonly median: number;
  readonly pale: number;
}

export interface RoomCurve {
  /** Display value that is mapped to black. */
  readonly black: number;
  /** Display value above black that is mapped to the level of a bright wall. */
  readonly anchor: number;
  /** Increase of the exponent of light over the value for its anchor. */
  readonly steeper: number;
  /** Blend weight of the curve, 0 to 1; a picture that is already bright needs none. */
  readonly need: number;
}

/**
 * Plans the curve of a room: pale surfaces and the median are moved to the level of professionals' pictures, and dark
 * things at most to the level that they have there. `target` is the display value wanted for the median.
 */
export function planRoomCurve({ shadow, dark, median, pale }: RoomTones, target: number): RoomCurve {
  const anchorOver = (black: number, steeper: number) =>
    Math.max(
      roomCurves.minAnchor,
      Math.sqrt((toe(pale, black) * toe(median, black)) / placeOf(target, roomCurves.contrast + steeper)),
    );
  const black = Math.min(
    roomCurves.maxHaze,
    roomCurves.hazeShare * Math.max(0, shadow - roomCurves.deepShadow * anchorOver(0, 0)),
  );
  const need = Math.min(1, Math.max(0, (roomCurves.brightMedian - median) / roomCurves.dueBelow));
  const planned = (steeper: number) => ({ black, anchor: anchorOver(black, steeper), steeper, need });
  const isDark = (steeper: number) => roomCurveOf(planned(steeper))(dark) <= roomCurves.darkLevel;
  if (isDark(0)) return planned(0);
  let [low, high]: [number, number] = [0, roomCurves.maxGrowth];
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2;
    if (isDark(middle)) high = middle;
    else low = middle;
  }
  return planned(high);
}

/**
 * The curve rises from black and flattens towards one level for walls and ceilings, above which highlights can still be
 * distinguished. It is the response of the eye's receptors (Naka & Rushton 1966; Reinhard & Devlin 2005 use it for tone
 * mapping). Monotone; maps 0 to 0.
 */
export function roomCurveOf({ black, anchor, steeper, need }: RoomCurve): (value: number) => number {
  const exponent = contrastOf(anchor) + steeper;
  return (value) => {
    const room = response(toe(value, black) / anchor, exponent);
    // Within the brightest tenth the curve rises again, so that nearly clipped values differ from clipped ones.
    const end = Math.max(0, (value - 1 + roomCurves.lastHighlights) / roomCurves.lastHighlights);
    const rolled = room + (Math.max(room, roomCurves.roomWhite) - room) * end * end;
    return rolled * need + value * (1 - need);
  };
}

/** The anchor that maps a display value `light` (haze removed) to `level`. */
export function anchorFor(light: number, level: number, steeper: number): number {
  let anchor = light;
  // The exponent depends weakly on the anchor, so a few iterations converge.
  for (let step = 0; step < 8; step++) anchor = light / placeOf(level, contrastOf(anchor) + steeper);
  return Math.max(roomCurves.minAnchor, anchor);
}

function contrastOf(anchor: number): number {
  return Math.min(
    roomCurves.maxContrast,
    Math.max(roomCurves.minContrast, roomCurves.contrast + roomCurves.contrastGrowth * (anchor - 0.5)),
  );
}

/** Maps a share of the anchor to its display value. */
function response(share: number, exponent: number): number {
  const light = powerOf(share, exponent);
  return light / (light + halfLight);
}

/** Partly linear, so that black is lifted together with light and does not sink. */
function powerOf(share: number, exponent: number): number {
  return roomCurves.straightShare * share + (1 - roomCurves.straightShare) * share ** exponent;
}

/** The share of the anchor that maps to `level`, found by bisection. */
function placeOf(level: number, exponent: number): number {
  const held = Math.min(0.95, level);
  const light = (halfLight * held) / (1 - held);
  let [low, high] = [0, 8];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (powerOf(middle, exponent) < light) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
