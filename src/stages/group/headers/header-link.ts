import { countedPrefixes, isFlashed, isNext, type Shot, sizeRelation, standingScore } from "../shots/index.ts";
import { type CameraTiming, longExposureS } from "./camera-ways.ts";

/** What the headers say of "these two neighbours are of one bracket". */
export interface HeaderLink {
  /** Log-odds in nats; −∞ where they cannot belong together. */
  readonly score: number;
  /** Pause from the end of one exposure to the start of the next, with half the clock's step taken off. */
  readonly gapS?: number;
  /**
   * One of both lost its time, and stands between shots that have theirs: only the pictures tell on which side it
   * belongs.
   */
  readonly isLost?: boolean;
  /** Why they cannot belong together, where the score is −∞. */
  readonly bar?: string;
}

/** Two exposures closer than this count as the same: cameras round times to thirds of a stop. */
export const sameExposureEv = 0.2;

/**
 * Weighs the headers of two neighbours. The weights are log-odds that were set by hand on the failure cases of the
 * tests' shoot simulator and on real brackets; a cadence within a second is the strongest single sign, a long pause can
 * be outweighed by what the pictures show.
 */
export function headerLinkOf(a: Shot, b: Shot, timing: CameraTiming, maxGapS: number, between?: Between): HeaderLink {
  const gapS = gapBetween(a, b, timing);
  const bar = barBetween(a, b, gapS, maxGapS);
  if (bar !== undefined) return { score: Number.NEGATIVE_INFINITY, bar, ...(gapS === undefined ? {} : { gapS }) };
  const score =
    standingScore(a, b) +
    (gapS === undefined ? Math.max(nameScore(a, b), lostScore(between)) : gapScore(gapS)) +
    (isFlashed(a) || isFlashed(b)
      ? flashScore(a, b)
      : stepScore(a, b) + dialScore(a, b) + biasScore(a, b) + makerScore(a, b)) +
    numberScore(a, b) +
    focusScore(a, b);
  return { score, ...(gapS === undefined ? {} : { gapS }), ...(between === undefined ? {} : { isLost: true }) };
}

/** What the nearest shots that kept their headers tell of a link beside one that lost them. */
export interface Between {
  /** The whole pause between them, so that the link's own is not longer. */
  readonly mostS?: number;
  /** The camera counted through from the one to the other. */
  readonly isCounted: boolean;
}

/** The links of shots in order; those that lost their time are judged by the times around them. */
export function headerLinksOf(
  shots: readonly Shot[],
  timing: CameraTiming,
  maxGapS: number,
  isTimed: boolean,
): HeaderLink[] {
  const counted = isTimed ? new Set<string>() : countedPrefixes(shots);
  return shots.slice(1).map((shot, i) => {
    const hasBoth = shots[i].timeMs !== undefined && shot.timeMs !== undefined;
    const between = isTimed && !hasBoth ? betweenTimed(shots, i, timing) : undefined;
    const link = headerLinkOf(shots[i], shot, timing, maxGapS, between);
    const apart = counted.has(shot.name.prefix) ? apartScore(shots[i], shot) : 0;
    return { ...link, score: link.score + apart };
  });
}

function betweenTimed(shots: readonly Shot[], left: number, timing: CameraTiming): Between {
  const first = shots.findLastIndex(({ timeMs }, i) => i <= left && timeMs !== undefined);
  const last = shots.findIndex(({ timeMs }, i) => i > left && timeMs !== undefined);
  if (first < 0 || last < 0) return { isCounted: false };
  const [a, b] = [shots[first], shots[last]];
  const mostS = gapBetween(a, b, timing);
  const [x, y] = [a.photo.series, b.photo.series];
  const isCounted =
    x.bracketing === true &&
    y.bracketing === true &&
    x.shotNumber !== undefined &&
    y.shotNumber === x.shotNumber + last - first;
  return { isCounted, ...(mostS === undefined ? {} : { mostS }) };
}

function lostScore(between: Between | undefined): number {
  if (between === undefined) return Number.NEGATIVE_INFINITY;
  if (between.isCounted) return countedThrough;
  return between.mostS === undefined ? Number.NEGATIVE_INFINITY : gapScore(between.mostS);
}

/**
 * From the end of one exposure to the start of the next. Cameras stamp the start of an exposure, some its end; where it
 * is not known which, the longer of both is taken off, which errs towards a short pause. After an exposure of a second
 * or more the camera may have taken a dark frame of the same length.
 */
function gapBetween(a: Shot, b: Shot, { stamps, skipsDarkFrames }: CameraTiming): number | undefined {
  if (a.timeMs === undefined || b.timeMs === undefined) return undefined;
  const clock = Math.max(a.resolutionMs, b.resolutionMs) / 2000;
  // The clock was set back between them.
  if (b.timeMs + b.resolutionMs < a.timeMs) return undefined;
  const [first, second] = [realDurationS(a), realDurationS(b)];
  const exposure = { start: first, end: second, unknown: Math.max(first, second) };
  const pause = (b.timeMs - a.timeMs) / 1000 - exposure[stamps ?? "unknown"] - clock;
  const dark = skipsDarkFrames || a.durationS < longExposureS ? 0 : Math.min(Math.max(0, pause), first);
  return Math.max(0, pause - dark);
}

/** Speeds are powers of two, or thirds between them, that are written in round numbers: 30 s are 32, and 15 are 16. */
function realDurationS({ durationS }: Shot): number {
  return durationS === 30 || durationS === 15 ? (durationS / 15) * 16 : durationS;
}

function barBetween(a: Shot, b: Shot, gapS: number | undefined, maxGapS: number): string | undefined {
  if (a.photo.series.otherBracketing !== undefined || b.photo.series.otherBracketing !== undefined) {
    const kind = a.photo.series.otherBracketing ?? b.photo.series.otherBracketing;
    return `a ${kind} bracket is not an exposure bracket`;
  }
  if (a.body !== "" && b.body !== "" && a.body !== b.body) return "another camera took the next frame";
  if (sizeRelation(a, b) === "other") {
    return a.size === undefined || b.size === undefined
      ? "the camera was turned"
      : `the next frame has another size: ${a.size} pixels, then ${b.size} pixels`;
  }
  if (differ(a.photo.lens.focalMm, b.photo.lens.focalMm, 0.02)) {
    return `focal lengths differ: ${a.photo.lens.focalMm} mm, ${b.photo.lens.focalMm} mm`;
  }
  if (
    a.photo.lens.model !== undefined &&
    b.photo.lens.model !== undefined &&
    a.photo.lens.model !== b.photo.lens.model
  ) {
    return "the lens was changed";
  }
  if (gapS !== undefined && gapS > maxGapS) return `${formatS(gapS)} apart, more than ${formatS(maxGapS)}`;
  return undefined;
}

function gapScore(gapS: number): number {
  return Math.max(-5, 3 - 1.3 * Math.log2(1 + gapS));
}

/** Where names count the shots, one that was taken much later is rather of another set, whatever it shows. */
function apartScore({ name: x }: Shot, { name: y }: Shot): number {
  if (x.number === undefined || y.number === undefined || x.prefix !== y.prefix || isNext(x.number, y.number)) return 0;
  return -0.6 * Math.log2(1 + Math.abs(y.number - x.number));
}

/** As much as the next number and a bracket that is on, between neighbours. */
const countedThrough = 4.5;

/** Without times, a run of numbers says that nothing was taken in between, or nothing kept. */
function nameScore({ name: x }: Shot, { name: y }: Shot): number {
  if (x.number === undefined || y.number === undefined || x.prefix !== y.prefix) return -0.5;
  return isNext(x.number, y.number) ? 0.3 : -0.6;
}

/** Flash frames mostly follow those by the room's light. */
const beforeFlash = 0.8;
const afterFlash = -2;

/** The exposure of a flash frame has nothing to do with that of any other. */
function flashScore(a: Shot, b: Shot): number {
  if (isFlashed(a) === isFlashed(b)) return 0;
  return isFlashed(b) ? beforeFlash : afterFlash;
}

function stepScore(a: Shot, b: Shot): number {
  if (a.exposureEv === undefined || b.exposureEv === undefined) {
    // One time stamp for several files without exposures is what editors and copies leave, not a bracket.
    if (a.timeMs !== undefined && a.timeMs === b.timeMs) return -3.5;
    return a.timeMs === undefined || b.timeMs === undefined ? 0 : -1.5;
  }
  const step = Math.abs(a.exposureEv - b.exposureEv);
  // Equal exposures are judged within the whole set, where a repeat may come later.
  if (step <= sameExposureEv) return -1;
  if (step < 0.6) return -1.5;
  if (step <= 6) return 0.8;
  return step <= 10 ? 0.2 : -1.5;
}

/** A bracket turns one dial: the time, or the ISO speed. The aperture stays, or drifts by a fraction. */
function dialScore(a: Shot, b: Shot): number {
  const x = a.photo.exposure;
  const y = b.photo.exposure;
  const aperture = differ(x.fNumber, y.fNumber, 0.07);
  const speed = differ(x.iso, y.iso, 0.07);
  const time = differ(x.timeS, y.timeS, 0.07);
  if (x.timeS === undefined || y.timeS === undefined) return 0;
  if (aperture) return speed || time ? -2 : -1.2;
  if (speed && time) return -1;
  return 0.4;
}

/** The bias dial moves with the step where the camera brackets by compensation. */
function biasScore(a: Shot, b: Shot): number {
  const [x, y] = [a.photo.exposure.biasEv, b.photo.exposure.biasEv];
  if (x === undefined || y === undefined || Math.abs(x - y) < 0.3) return 0;
  if (a.exposureEv === undefined || b.exposureEv === undefined) return 1;
  return Math.abs(b.exposureEv - a.exposureEv - (y - x)) < 0.4 ? 1.2 : 0.4;
}

/** A camera that tells of its brackets tells of none here: at most one was taken by hand. */
const neitherTold = 3.5;

function makerScore(a: Shot, b: Shot): number {
  const x = a.photo.series;
  const y = b.photo.series;
  let score = 0;
  if (x.bracketing === true && y.bracketing === true) score += 1.5;
  else if (x.bracketing !== undefined && y.bracketing !== undefined && x.bracketing !== y.bracketing) score -= 2;
  else if (x.bracketing === false && y.bracketing === false) score -= neitherTold;
  // That the number began again, or that the bracket was full, is judged within the whole set.
  if (x.shotNumber !== undefined && y.shotNumber === x.shotNumber + 1) score += 3;
  if (x.bracketValueEv !== undefined && y.bracketValueEv !== undefined && x.bracketing !== false) {
    score += Math.abs(x.bracketValueEv - y.bracketValueEv) > 0.15 ? 1 : x.bracketValueEv !== 0 ? -1.5 : 0;
  }
  if (x.burstId !== undefined && y.burstId !== undefined) score += x.burstId === y.burstId ? 1.5 : -1;
  return score;
}

/** Lenses tell the distance in coarse steps, so that only a plain change says anything. */
function focusScore(a: Shot, b: Shot): number {
  return differ(a.photo.lens.focusDistanceM, b.photo.lens.focusDistanceM, 0.35) ? -1 : 0;
}

function numberScore(a: Shot, b: Shot): number {
  const [x, y] = [a.photo.series.fileNumber, b.photo.series.fileNumber];
  if (x === undefined || y === undefined) return 0;
  if (isNext(x, y)) return 0.3;
  return Math.abs(y - x) <= 3 ? -0.3 : -0.8;
}

function differ(a: number | undefined, b: number | undefined, share: number): boolean {
  return a !== undefined && b !== undefined && Math.abs(a - b) > share * Math.max(Math.abs(a), Math.abs(b));
}

export function formatS(seconds: number): string {
  return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`;
}
