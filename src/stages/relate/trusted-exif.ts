import { exif } from "./params.ts";

/** Of the frames of a bracket, darkest first. */
export interface MeasuredFrames {
  /** Stops of light over the darkest, measured in the pictures. */
  readonly stops: readonly number[];
  /** ev100 (larger: darker) that EXIF states, if it does. */
  readonly known: readonly (number | undefined)[];
}

/**
 * Places of frames whose EXIF agrees with that of the frame that most others agree with; of several such, the one
 * nearest to the middle.
 */
export function trustedExif(frames: MeasuredFrames): ReadonlySet<number> {
  const { stops, known } = frames;
  const stated = [...known.keys()].filter((k) => known[k] !== undefined);
  const agrees = (a: number, b: number) =>
    Math.abs(excessOf(frames, a, b)) <= Math.max(exif.tolerance, exif.toleranceShare * Math.abs(stops[a] - stops[b]));
  const middle = (known.length - 1) / 2;
  const friends = stated.map((k) => ({ k, count: stated.filter((other) => agrees(k, other)).length }));
  friends.sort((a, b) => b.count - a.count || Math.abs(a.k - middle) - Math.abs(b.k - middle) || a.k - b.k);
  const [anchor] = friends;
  return new Set(stated.filter((k) => agrees(anchor.k, k)));
}

/** Stops that the frame at place `a` shows more of, over that at `b`, than their EXIF says. */
function excessOf({ stops, known }: MeasuredFrames, a: number, b: number): number {
  const stated = (known[b] as number) - (known[a] as number);
  return stops[a] - stops[b] - stated;
}

/**
 * Frames whose EXIF is not trusted, compared with the nearest trusted frame: the place, and how many stops more the
 * frame shows than its EXIF states.
 */
export function findMismatches(frames: MeasuredFrames, trusted: ReadonlySet<number>) {
  const found: { readonly place: number; readonly differenceEv: number }[] = [];
  for (const [place, stated] of frames.known.entries()) {
    const anchor = nearest(place, trusted, frames.known.length);
    if (stated === undefined || trusted.has(place) || anchor === undefined) continue;
    found.push({ place, differenceEv: excessOf(frames, place, anchor) });
  }
  return found;
}

/**
 * Stops over the darkest frame: EXIF's between frames if it is trusted, the others by what they show compared with
 * the nearest of these.
 */
export function settleStops(frames: MeasuredFrames, trusted: ReadonlySet<number>): number[] {
  const { stops, known } = frames;
  const settled = stops.map((own, k) => {
    const anchor = nearest(k, trusted, stops.length);
    return anchor === undefined ? own : own - stops[anchor] - (known[anchor] as number);
  });
  const least = Math.min(...settled);
  return settled.map((each) => each - least);
}

/** The nearest trusted place, itself included; of two, the lower. */
function nearest(from: number, trusted: ReadonlySet<number>, places: number): number | undefined {
  for (let reach = 0; reach < places; reach++) {
    for (const place of [from - reach, from + reach]) if (trusted.has(place)) return place;
  }
  return undefined;
}
