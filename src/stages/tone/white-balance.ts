import { expandField, smoothField } from "./smooth-field.ts";
import type { Surfaces } from "./surfaces.ts";
import type { Copy } from "./view-mean.ts";

export interface WhiteBalance {
  /** Factors of the display values of R and B for every pixel of the small copy, interleaved; G's keeps grey's luma. */
  readonly gains: Float32Array;
  /** Factors of R, G, B for the picture's overall cast. */
  readonly overall: readonly [number, number, number];
  /** Warm (positive) or cool cast of the surfaces taken as grey: half of log(R/B) of their display values. */
  readonly warmth: number;
  /** Magenta (positive) or green cast: half of log(R·B/G²). */
  readonly tint: number;
  /** How far the light's warmth differs over the picture: standard deviation. */
  readonly warmthSpread: number;
  /** 0 to 1: how much of the picture speaks for the estimate. */
  readonly confidence: number;
}

/**
 * Casts (logs of display values) at which half is believed to be light; the rest, ever more of it, is paint, wood or a
 * sunset. In a room, where walls and ceilings are the witnesses, a cast is light until it is far stronger than any
 * lamp's.
 */
const plausibleWarmth = 0.16;
const plausibleCoolness = 0.07;
const plausibleTint = 0.05;
const plausibleInRooms = 0.8;

/**
 * For the light at a place, wider again: a lamp's corner and a window's corner lie this far apart, in rooms farther.
 */
const [localWidth, localWidthInRooms] = [0.13, 0.2];

/** Share of a place's difference from the overall light that is believed to be light, not paint. */
const localShare = 1;

/** Share of the cast that goes outside rooms, where much colour is meant, and inside. */
const [shareOutside, shareInRooms] = [0.7, 0.95];

/**
 * Gains that take the light's cast off. Rooms mix lamps and daylight, so the surfaces' mean is taken around every place
 * (local-space average colour, Ebner 2007), leaning on the overall estimate where there is little grey. Outside of
 * rooms a place that is cool already is not made cooler, nor a warm one warmer, and less of a strong cast goes. `room`
 * (0 to 1) tells how surely the picture shows a room; `strength` is the share of all this that is done.
 */
export function estimateWhiteBalance(
  { width, height, wrapX }: Copy,
  surfaces: Surfaces,
  room: number,
  strength: number,
): WhiteBalance {
  const { red, blue, confidence } = surfaces;
  const [warmth, tint] = [(red - blue) / 2, (red + blue) / 2];
  const share = strength * confidence;
  const { columns, rows, values } = smoothField(samplesAround(surfaces, room), width, height, wrapX);
  const gains = new Float32Array(values.length);
  let [sum, squares] = [0, 0];
  for (let i = 0; i < values.length; i += 2) {
    const [r, b] = [red + localShare * values[i], blue + localShare * values[i + 1]];
    const local = (r - b) / 2;
    const held = local * warmth > 0 ? local : room * local;
    [gains[i], , gains[i + 1]] = gainsAgainst(held, (r + b) / 2, share, room);
    sum += local;
    squares += local * local;
  }
  const cells = values.length / 2;
  return {
    gains: expandField({ columns, rows, values: gains }, width, height, wrapX),
    overall: gainsAgainst(warmth, tint, share, room),
    warmth,
    tint,
    warmthSpread: Math.sqrt(Math.max(0, squares / cells - (sum / cells) ** 2)),
    confidence,
  };
}

/** The samples relative to a centre, weighing less the further out they lie. */
function samplesAround({ samples, red, blue }: Surfaces, room: number): Float32Array {
  const reach = localWidth + room * (localWidthInRooms - localWidth);
  const around = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i += 3) {
    if (samples[i + 2] === 0) continue;
    const [r, b] = [samples[i] - red, samples[i + 1] - blue];
    around[i] = r;
    around[i + 1] = b;
    around[i + 2] = samples[i + 2] * Math.exp(-(r * r + b * b) / (2 * reach * reach));
  }
  return around;
}

function gainsAgainst(warmth: number, tint: number, share: number, room: number): [number, number, number] {
  const warm = share * removed(warmth, warmth > 0 ? plausibleWarmth : plausibleCoolness, room);
  const magenta = share * removed(tint, plausibleTint, room);
  return balancedGains(-(magenta + warm), -(magenta - warm));
}

/** Factors of R, G and B whose ratios to G have these logs and which keep grey's luma. */
export function balancedGains(logRed: number, logBlue: number): [number, number, number] {
  const [red, blue] = [Math.exp(logRed), Math.exp(logBlue)];
  const luma = 0.2126 * red + 0.7152 + 0.0722 * blue;
  return [red / luma, 1 / luma, blue / luma];
}

function removed(cast: number, plausible: number, room: number): number {
  const outside = cast / (1 + Math.abs(cast / plausible) ** 1.5);
  const inside = cast / (1 + Math.abs(cast / plausibleInRooms) ** 3);
  return shareOutside * outside * (1 - room) + shareInRooms * inside * room;
}
