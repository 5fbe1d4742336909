import { fitResponse, type Response, rescale } from "./fit-response.ts";
import { exif } from "./params.ts";
import type { Reading } from "./readings.ts";
import { findUsualCurve } from "./usual-curve.ts";

/** Source of a frame's exposure; `assumed` if neither EXIF nor the pixels show it. */
type ExposureSource = "exif" | "pixels" | "assumed";

/** Exposures of the frames; lists have one entry per frame, in input order. */
export interface ExposureFacts {
  /** Light relative to the darkest frame, in stops: from EXIF if that is consistent, otherwise measured. */
  readonly stops: readonly number[];
  /** Source of each of `stops`. */
  readonly sources: readonly ExposureSource[];
  /** Strength of a camera's own tone curve in the frames: 0 none, 1 as in most cameras. */
  readonly cameraContrast: number;
  /** Frames whose EXIF contradicts the pixels, and by how many stops their light exceeds the stated one. */
  readonly mismatches: readonly {
    /** Index of the frame. */
    readonly frame: number;
    /** Light relative to that stated in EXIF, in stops. */
    readonly differenceEv: number;
  }[];
}

/** The common response and the EXIF that is consistent with it; frames darkest first, links between neighbours. */
export interface RelatedExposures {
  /** Absent if no two frames share any tones. */
  readonly response: Response | undefined;
  /**
   * If EXIF is not trusted: the response with it nevertheless, which may be closer to frames that were rendered
   * separately.
   */
  readonly other: Response | undefined;
  /** Stops of light between neighbours. */
  readonly steps: readonly number[];
  /** ev100 per frame if EXIF states it, and the indices of trusted frames. */
  readonly known: readonly (number | undefined)[];
  readonly trusted: ReadonlySet<number>;
  /** Whether each link has readings in the pictures. */
  readonly measured: readonly boolean[];
  readonly contrast: number;
}

/**
 * Fits the response to the pixels, checks which EXIF agrees with it, and fits again with that: EXIF is a prior, not a
 * truth. EXIF that contradicts the pixels by more than half a stop, or a fifth of a long step, is not used.
 */
export function relateExposures(
  readings: readonly (readonly Reading[])[],
  known: readonly (number | undefined)[],
): RelatedExposures {
  const stated = readings.map((_, k) => difference(known[k], known[k + 1]));
  const usual = findUsualCurve(readings.map((each, k) => ({ readings: each, statedStops: stated[k] })));
  const measured = readings.map((each) => each.length > 0);
  const first = usual.stops.map((step, k) => stated[k] ?? step ?? exif.usualStep);
  const links = readings.map((each, k) => ({ readings: each, stops: first[k] }));
  const byCurve = usual.stops.flatMap((stops, k) => (stops === undefined ? [] : [{ from: k, to: k + 1, stops }]));
  const shown = fitResponse(links, byCurve, usual.lightOf)?.stops ?? first;
  // A step without readings does not depend on the response, so it keeps its first value.
  const stops = shown.map((step, k) => (measured[k] ? Math.max(0, step) : first[k]));
  const trusted = trustedExif({ stops: cumulate(stops), known });
  const places = [...trusted].sort((a, b) => a - b);
  const byExif = places.slice(1).map((to, i) => {
    const from = places[i];
    return { from, to, stops: difference(known[from], known[to]) as number };
  });
  const start = readings.map((each, k) => ({ readings: each, stops: stops[k] }));
  const anchors = byExif.length > 0 ? byExif : byCurve;
  const response = fitResponse(start, anchors, usual.lightOf);
  const isTrusted = known.every((ev, place) => ev === undefined || trusted.has(place));
  const byStated = stated.flatMap((step, k) => (step === undefined ? [] : [{ from: k, to: k + 1, stops: step }]));
  const other = isTrusted ? undefined : fitResponse(links, byStated, usual.lightOf);
  const steps = response?.stops ?? stops;
  return {
    response,
    other: other && rescale(other, anchors),
    steps,
    known,
    trusted,
    measured,
    contrast: usual.contrast,
  };
}

/** Facts in input order; `order` is the frames' indices, darkest first. */
export function settleExposures(
  order: readonly number[],
  { steps, known, trusted, measured, contrast }: RelatedExposures,
): ExposureFacts {
  const frames = { stops: cumulate(steps), known };
  const settled = settleStops(frames, trusted);
  const facts = { stops: [] as number[], sources: [] as ExposureSource[] };
  for (const [place, frame] of order.entries()) {
    const isShown = order.length === 1 || measured[place - 1] || measured[place];
    facts.stops[frame] = settled[place];
    facts.sources[frame] = trusted.has(place) ? "exif" : isShown ? "pixels" : "assumed";
  }
  const mismatches = findMismatches(frames, trusted)
    .map(({ place, differenceEv }) => ({ frame: order[place], differenceEv }))
    .sort((a, b) => a.frame - b.frame);
  return { ...facts, cameraContrast: contrast, mismatches };
}

/** Stops of the second relative to the first. */
function difference(darker: number | undefined, brighter: number | undefined): number | undefined {
  return darker === undefined || brighter === undefined ? undefined : darker - brighter;
}

function cumulate(steps: readonly number[]): number[] {
  const sums = [0];
  for (const step of steps) sums.push(sums[sums.length - 1] + step);
  return sums;
}

/** Exposures of the frames of a bracket, darkest first. */
interface MeasuredFrames {
  /** Stops of light relative to the darkest frame, measured in the pictures. */
  readonly stops: readonly number[];
  /** ev100 (larger: darker) from EXIF, if stated. */
  readonly known: readonly (number | undefined)[];
}

/**
 * Indices of frames whose EXIF agrees with that of the frame that most others agree with; of several such frames, the
 * one nearest to the middle.
 */
function trustedExif(frames: MeasuredFrames): ReadonlySet<number> {
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

/** Stops by which the frame at index `a` exceeds that at `b` in the pictures beyond the difference in EXIF. */
function excessOf({ stops, known }: MeasuredFrames, a: number, b: number): number {
  const stated = (known[b] as number) - (known[a] as number);
  return stops[a] - stops[b] - stated;
}

/**
 * Frames whose EXIF is not trusted, relative to the nearest trusted frame: the index, and the excess of the measured
 * stops over those in EXIF.
 */
function findMismatches(frames: MeasuredFrames, trusted: ReadonlySet<number>) {
  const found: { readonly place: number; readonly differenceEv: number }[] = [];
  for (const [place, stated] of frames.known.entries()) {
    const anchor = nearest(place, trusted, frames.known.length);
    if (stated === undefined || trusted.has(place) || anchor === undefined) continue;
    found.push({ place, differenceEv: excessOf(frames, place, anchor) });
  }
  return found;
}

/**
 * Stops relative to the darkest frame: from EXIF between trusted frames, for the others measured relative to the
 * nearest trusted one.
 */
function settleStops(frames: MeasuredFrames, trusted: ReadonlySet<number>): number[] {
  const { stops, known } = frames;
  const settled = stops.map((own, k) => {
    const anchor = nearest(k, trusted, stops.length);
    return anchor === undefined ? own : own - stops[anchor] - (known[anchor] as number);
  });
  const least = Math.min(...settled);
  return settled.map((each) => each - least);
}

/** The nearest trusted index, `from` included; of two, the lower. */
function nearest(from: number, trusted: ReadonlySet<number>, places: number): number | undefined {
  for (let reach = 0; reach < places; reach++) {
    for (const place of [from - reach, from + reach]) if (trusted.has(place)) return place;
  }
  return undefined;
}
