import type { SeriesHints } from "../../../image/index.ts";
import { cameraWays, setOdds } from "../params.ts";
import type { Shot } from "../shots/index.ts";

/** How one camera stamps times, inferred from its files in capture order. */
export interface CameraTiming {
  /** Whether time stamps are those of the exposure's start or end; `undefined` if no long exposure shows it. */
  readonly stamps?: "start" | "end";
  /** The next exposure starts right after a long one, so the camera takes no dark frame in between. */
  readonly skipsDarkFrames: boolean;
}

/**
 * Exposures cannot overlap: stamps closer together than the exposure that they would enclose rule out one of the two
 * kinds.
 */
export function observeTiming(shots: readonly Shot[]): CameraTiming {
  let [notEnd, notStart] = [false, false];
  const pairs = neighboursInTime(shots);
  for (const { a, b, apartS, stepS } of pairs) {
    const isLong = (shot: Shot) => shot.durationS >= Math.max(cameraWays.minStampS, cameraWays.clockSteps * stepS);
    if (isLong(b) && apartS < cameraWays.stampShare * b.durationS) notEnd = true;
    if (isLong(a) && apartS < cameraWays.stampShare * a.durationS) notStart = true;
  }
  const stamps = notEnd === notStart ? undefined : notEnd ? "start" : "end";
  const skipsDarkFrames = pairs.some(({ a, b, apartS, stepS }) => {
    if (a.durationS < Math.max(cameraWays.longExposureS, cameraWays.clockSteps * stepS)) return false;
    // If it is unknown which exposure lies between the stamps, the shorter one is the safe choice: less time than that
    // leaves no room for a dark frame.
    const exposure = { start: a.durationS, end: b.durationS, unknown: Math.min(a.durationS, b.durationS) };
    return apartS < exposure[stamps ?? "unknown"] + cameraWays.darkFrameShare * a.durationS;
  });
  return { skipsDarkFrames, ...(stamps === undefined ? {} : { stamps }) };
}

interface Neighbours {
  readonly a: Shot;
  readonly b: Shot;
  /** Maximum time from stamp to stamp. */
  readonly apartS: number;
  /** Resolution of the clock. */
  readonly stepS: number;
}

function neighboursInTime(shots: readonly Shot[]): Neighbours[] {
  return shots.slice(1).flatMap((b, i) => {
    const a = shots[i];
    // Files with one stamp are one exposure, developed for each step of a white-balance or ISO bracket.
    if (a.timeMs === undefined || b.timeMs === undefined || a.timeMs === b.timeMs) return [];
    const stepS = Math.max(a.resolutionMs, b.resolutionMs) / 1000;
    return [{ a, b, apartS: (b.timeMs - a.timeMs) / 1000 + stepS, stepS }];
  });
}

/**
 * The same shots with hints interpreted for this camera: a value that it always writes is not evidence; one that it
 * omits is.
 */
export function readInContext(shots: readonly Shot[]): readonly Shot[] {
  const reportsBrackets = shots.some(({ photo }) => photo.series.bracketing === true);
  const countsShots = trustsNumbers(shots);
  const isBias = isBiasTheBracket(shots);
  return shots.map((shot) => {
    const { shotNumber, ...series } = shot.photo.series;
    // The headers of a stripped file are missing, so the absence of the tag is not evidence.
    const isStripped = shot.photo.camera.model === undefined;
    const bracketing = series.bracketing ?? (reportsBrackets && !isStripped ? false : undefined);
    const { biasEv } = shot.photo.exposure;
    const bracketValueEv = series.bracketValueEv ?? (isBias && bracketing !== false ? biasEv : undefined);
    const read = {
      ...series,
      ...(bracketing === undefined ? {} : { bracketing }),
      ...(countsShots && shotNumber !== undefined ? { shotNumber } : {}),
      ...(bracketValueEv === undefined ? {} : { bracketValueEv }),
    };
    return { ...shot, photo: { ...shot.photo, series: read } };
  });
}

/** False for cameras that number each frame of a bracket taken one by one as the first of a sequence of one. */
function trustsNumbers(shots: readonly Shot[]): boolean {
  const series = shots.map(({ photo }) => photo.series).filter(({ bracketing }) => bracketing === true);
  const numbers = series.flatMap(({ shotNumber }) => (shotNumber === undefined ? [] : [shotNumber]));
  const firsts = numbers.filter((number) => number === 1).length;
  return numbers.length < cameraWays.enoughShots || firsts <= cameraWays.maxFirst * series.length;
}

/**
 * Cameras that bracket by compensation write each frame's bracket value as its bias, and the exposure changes with it.
 */
function isBiasTheBracket(shots: readonly Shot[]): boolean {
  let [moved, together] = [0, 0];
  for (let i = 1; i < shots.length; i++) {
    const [a, b] = [shots[i - 1], shots[i]];
    const [x, y] = [a.photo.exposure.biasEv, b.photo.exposure.biasEv];
    if (x === undefined || y === undefined || a.exposureEv === undefined || b.exposureEv === undefined) continue;
    // At the camera's slowest time the exposure cannot follow the compensation.
    if (Math.abs(y - x) < cameraWays.minBiasEv || Math.max(a.durationS, b.durationS) > cameraWays.slowS) continue;
    moved++;
    // If the light changes too, each frame is metered again, but the step remains.
    const isBracket = a.photo.series.bracketing === true && b.photo.series.bracketing === true;
    const least = isBracket ? cameraWays.lightEv : cameraWays.minBiasEv;
    if (Math.abs(b.exposureEv - a.exposureEv - (y - x)) < Math.max(least, 0.5 * Math.abs(y - x))) together++;
  }
  return moved >= cameraWays.enoughSteps && together >= cameraWays.follows * moved;
}

/**
 * Log-odds of a set by what the camera counted: shot numbers, frames per bracket and bracket values of its members in
 * order.
 */
export function countScore(members: readonly SeriesHints[]): number {
  if (contradictsNumbers(members) || (repeatsValue(members) && !countsThrough(members))) return setOdds.contradicted;
  const wanted = countOf(members);
  if (wanted === undefined) return 0;
  if (members.length > wanted) return setOdds.contradicted;
  return members.length === wanted ? setOdds.complete : setOdds.incomplete;
}

/**
 * Number of frames that the camera planned for this bracket, if all members that state it agree; files without metadata
 * are ignored.
 */
export function countOf(members: readonly SeriesHints[]): number | undefined {
  const counts = new Set(members.flatMap(({ shotCount }) => (shotCount === undefined ? [] : [shotCount])));
  const [count] = counts;
  return counts.size === 1 && members.every(({ bracketing }) => bracketing !== false) ? count : undefined;
}

/**
 * Whether the camera numbered these members consecutively from 1: then they are one bracket, whatever their exposures.
 */
export function countsThrough(members: readonly SeriesHints[]): boolean {
  return members.length > 1 && members.every(({ shotNumber }, i) => shotNumber === i + 1);
}

/**
 * Whether the shot numbers contradict one bracket: they must increase, and shot k has at most k − 1 before it. Files
 * that lost their metadata are ignored.
 */
function contradictsNumbers(members: readonly SeriesHints[]): boolean {
  let last = 0;
  for (const [i, { shotNumber }] of members.filter(({ bracketing }) => bracketing !== undefined).entries()) {
    if (shotNumber === undefined) continue;
    if (shotNumber <= last || shotNumber < i + 1) return true;
    last = shotNumber;
  }
  return false;
}

function repeatsValue(members: readonly SeriesHints[]): boolean {
  const values = members.flatMap(({ bracketValueEv }) => (bracketValueEv === undefined ? [] : [bracketValueEv]));
  // Cameras that do not report the value write the same one everywhere.
  if (values.every((value) => value === values[0])) return false;
  return new Set(values.map((value) => Math.round(value * 6))).size < values.length;
}
