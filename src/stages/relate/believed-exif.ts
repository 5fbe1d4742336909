/** EXIF is believed within this many stops, or this share of the step where it is long: curves differ by that much. */
const tolerance = 0.5;
const toleranceShare = 0.2;

/** Of the frames of a bracket, darkest first. */
export interface MeasuredFrames {
  /** Stops of light over the darkest, as the pictures tell. */
  readonly stops: readonly number[];
  /** ev100 (larger: darker) that EXIF tells, where it does. */
  readonly known: readonly (number | undefined)[];
}

/**
 * Places of frames whose EXIF agrees with that of the frame that most others agree with; of several such, the one
 * nearest to the middle.
 */
export function believedExif(frames: MeasuredFrames): ReadonlySet<number> {
  const { stops, known } = frames;
  const told = [...known.keys()].filter((k) => known[k] !== undefined);
  const agrees = (a: number, b: number) =>
    Math.abs(excessOf(frames, a, b)) <= Math.max(tolerance, toleranceShare * Math.abs(stops[a] - stops[b]));
  const middle = (known.length - 1) / 2;
  const friends = told.map((k) => ({ k, count: told.filter((other) => agrees(k, other)).length }));
  friends.sort((a, b) => b.count - a.count || Math.abs(a.k - middle) - Math.abs(b.k - middle) || a.k - b.k);
  const [anchor] = friends;
  return new Set(told.filter((k) => agrees(anchor.k, k)));
}

/** Stops that the frame at place `a` shows more of, over that at `b`, than their EXIF says. */
function excessOf({ stops, known }: MeasuredFrames, a: number, b: number): number {
  const told = (known[b] as number) - (known[a] as number);
  return stops[a] - stops[b] - told;
}

/**
 * Where frames with EXIF that is not believed would have to be, beside the nearest that is: the place and the stops it
 * shows more.
 */
export function findMismatches(frames: MeasuredFrames, believed: ReadonlySet<number>) {
  const found: { readonly place: number; readonly differenceEv: number }[] = [];
  for (const [place, told] of frames.known.entries()) {
    const anchor = nearest(place, believed, frames.known.length);
    if (told === undefined || believed.has(place) || anchor === undefined) continue;
    found.push({ place, differenceEv: excessOf(frames, place, anchor) });
  }
  return found;
}

/**
 * Stops over the darkest frame: EXIF's between frames where it is believed, the others by what they show beside the
 * nearest of these.
 */
export function settleStops(frames: MeasuredFrames, believed: ReadonlySet<number>): number[] {
  const { stops, known } = frames;
  const settled = stops.map((own, k) => {
    const anchor = nearest(k, believed, stops.length);
    return anchor === undefined ? own : own - stops[anchor] - (known[anchor] as number);
  });
  const least = Math.min(...settled);
  return settled.map((each) => each - least);
}

/** The nearest believed place, itself included; of two, the lower. */
function nearest(from: number, believed: ReadonlySet<number>, places: number): number | undefined {
  for (let reach = 0; reach < places; reach++) {
    for (const place of [from - reach, from + reach]) if (believed.has(place)) return place;
  }
  return undefined;
}
