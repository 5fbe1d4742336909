import { toe } from "./exposure.ts";

/** Where professionals put a bright wall: display value. */
const wallLevel = 0.75;

/**
 * Exponent of light for an anchor of 0.5, how it grows with the anchor, and its bounds. What is dark in a bright frame
 * is dark of itself and stays so; in a dark frame it lies in the shade and comes up.
 */
const contrast = 1.35;
const contrastGrowth = 1.8;
const [leastContrast, mostContrast] = [1.25, 1.9];

/** Share of light that is taken straight, without the exponent. */
const straightShare = 0.25;

/** The power of light that comes to half of full scale, so that the anchor's comes to {@link wallLevel}. */
const halfLight = (1 - wallLevel) / wallLevel;

/**
 * Professionals' median for the darkest twentieth of a room: display value of L* 31. The most that the exponent grows
 * to come down to it. Fused pictures hold more light in the shadows than a single frame and would look hazy; 1 instead
 * of 0.4 draws rings over 3 L* on 2 % more of the edges.
 */
const [darkLevel, mostGrowth] = [0.287, 0.4];

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

/** Display values of a room's darkest hundredth and twentieth, of its median and of its pale surfaces. */
export interface RoomTones {
  readonly shadow: number;
  readonly dark: number;
  readonly median: number;
  readonly pale: number;
}

export interface RoomCurve {
  /** Display value that becomes black. */
  readonly black: number;
  /** Display value above black that becomes a bright wall. */
  readonly anchor: number;
  /** What the exponent of light has beyond that for its anchor. */
  readonly steeper: number;
  /** 0 to 1: how much of the curve is due; a picture that is bright already needs none. */
  readonly need: number;
}

/**
 * Plans the curve of a room: pale surfaces and the median come to the level of professionals' pictures, whatever the
 * frame was, and dark things no higher than theirs. `target` is the display value wanted for the median.
 */
export function planRoomCurve({ shadow, dark, median, pale }: RoomTones, target: number): RoomCurve {
  const anchorOver = (black: number, steeper: number) =>
    Math.max(leastAnchor, Math.sqrt((toe(pale, black) * toe(median, black)) / placeOf(target, contrast + steeper)));
  const black = Math.min(mostHaze, hazeShare * Math.max(0, shadow - deepShadow * anchorOver(0, 0)));
  const need = Math.min(1, Math.max(0, (brightMedian - median) / dueBelow));
  const planned = (steeper: number) => ({ black, anchor: anchorOver(black, steeper), steeper, need });
  const isDark = (steeper: number) => roomCurveOf(planned(steeper))(dark) <= darkLevel;
  if (isDark(0)) return planned(0);
  let [low, high] = [0, mostGrowth];
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2;
    if (isDark(middle)) high = middle;
    else low = middle;
  }
  return planned(high);
}

/**
 * The curve: a rise out of black, then ever flatter about one level for walls and ceilings, above which highlights
 * still part; the response of the eye's receptors (Naka & Rushton 1966; Reinhard & Devlin 2005 tone pictures by it).
 * Monotone; 0 stays 0.
 */
export function roomCurveOf({ black, anchor, steeper, need }: RoomCurve): (value: number) => number {
  const exponent = contrastOf(anchor) + steeper;
  return (value) => {
    const room = response(toe(value, black) / anchor, exponent);
    // Within the brightest tenth the curve rises again, so that what is nearly clipped stays apart from what is not.
    const end = Math.max(0, (value - 0.9) / 0.1);
    const rolled = room + (Math.max(room, 0.93) - room) * end * end;
    return rolled * need + value * (1 - need);
  };
}

/** The anchor that makes a display value `light` (haze taken off) come to `level`. */
export function anchorFor(light: number, level: number, steeper: number): number {
  let anchor = light;
  // The exponent depends on the anchor, but so little that a few steps settle it.
  for (let step = 0; step < 8; step++) anchor = light / placeOf(level, contrastOf(anchor) + steeper);
  return Math.max(leastAnchor, anchor);
}

function contrastOf(anchor: number): number {
  return Math.min(mostContrast, Math.max(leastContrast, contrast + contrastGrowth * (anchor - 0.5)));
}

/** What a share of the anchor becomes. */
function response(share: number, exponent: number): number {
  const light = powerOf(share, exponent);
  return light / (light + halfLight);
}

/** Straight in part, so that black is lifted as light is, and does not sink. */
function powerOf(share: number, exponent: number): number {
  return straightShare * share + (1 - straightShare) * share ** exponent;
}

/** The share of the anchor that becomes `level`; found by halving. */
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
