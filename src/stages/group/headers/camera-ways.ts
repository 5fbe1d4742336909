import type { Shot } from "../shots/index.ts";

/** What one camera's files show of its ways when they are read together, in capture order. */
export interface CameraTiming {
  /**
   * Whether the time stamp is that of the exposure's start or of its end; `undefined` where no long exposure shows it.
   */
  readonly stamps?: "start" | "end";
  /** It follows long exposures with the next one at once, so that it takes no dark frame after them. */
  readonly skipsDarkFrames: boolean;
}

/** Exposures shorter than this many clock steps say nothing. */
const clockSteps = 4;
/** A dark frame follows exposures from about here on. */
export const longExposureS = 1;

/** Two exposures cannot overlap: where stamps are closer than the exposure that would lie between them, it does not. */
export function observeTiming(shots: readonly Shot[]): CameraTiming {
  let [notEnd, notStart] = [false, false];
  const pairs = neighboursInTime(shots);
  for (const { a, b, apartS, stepS } of pairs) {
    const isLong = (shot: Shot) => shot.durationS >= Math.max(0.2, clockSteps * stepS);
    if (isLong(b) && apartS < 0.9 * b.durationS) notEnd = true;
    if (isLong(a) && apartS < 0.9 * a.durationS) notStart = true;
  }
  const stamps = notEnd === notStart ? undefined : notEnd ? "start" : "end";
  const skipsDarkFrames = pairs.some(({ a, b, apartS, stepS }) => {
    if (a.durationS < Math.max(longExposureS, clockSteps * stepS)) return false;
    // Which of both exposures lies between the stamps may not be known: then the shorter one leaves no room for a dark
    // frame surely.
    const exposure = { start: a.durationS, end: b.durationS, unknown: Math.min(a.durationS, b.durationS) };
    return apartS < exposure[stamps ?? "unknown"] + 0.8 * a.durationS;
  });
  return { skipsDarkFrames, ...(stamps === undefined ? {} : { stamps }) };
}

interface Neighbours {
  readonly a: Shot;
  readonly b: Shot;
  /** At most, from stamp to stamp. */
  readonly apartS: number;
  /** The clock's step. */
  readonly stepS: number;
}

function neighboursInTime(shots: readonly Shot[]): Neighbours[] {
  return shots.slice(1).flatMap((b, i) => {
    const a = shots[i];
    // Files of one stamp are one exposure, developed for each step of a white-balance or ISO bracket.
    if (a.timeMs === undefined || b.timeMs === undefined || a.timeMs === b.timeMs) return [];
    const stepS = Math.max(a.resolutionMs, b.resolutionMs) / 1000;
    return [{ a, b, apartS: (b.timeMs - a.timeMs) / 1000 + stepS, stepS }];
  });
}

/**
 * The same shots with hints that hold good for this camera: what it always writes says nothing, what it leaves out says
 * something.
 */
export function readInContext(shots: readonly Shot[]): readonly Shot[] {
  const tellsBrackets = shots.some(({ photo }) => photo.series.bracketing === true);
  const countsShots = trustsNumbers(shots);
  const biasTells = isBiasTheBracket(shots);
  return shots.map((shot) => {
    const { shotNumber, ...series } = shot.photo.series;
    // A file that lost its metadata lost this too.
    const isStripped = shot.photo.camera.model === undefined;
    const bracketing = series.bracketing ?? (tellsBrackets && !isStripped ? false : undefined);
    const { biasEv } = shot.photo.exposure;
    const bracketValueEv = series.bracketValueEv ?? (biasTells && bracketing !== false ? biasEv : undefined);
    const read = {
      ...series,
      ...(bracketing === undefined ? {} : { bracketing }),
      ...(countsShots && shotNumber !== undefined ? { shotNumber } : {}),
      ...(bracketValueEv === undefined ? {} : { bracketValueEv }),
    };
    return { ...shot, photo: { ...shot.photo, series: read } };
  });
}

/** Above this share of first shots among all of its brackets, the camera does not count. */
const mostFirst = 0.6;
const enoughShots = 4;

/** Some cameras number every frame of a bracket taken one by one as the first of a sequence of one. */
function trustsNumbers(shots: readonly Shot[]): boolean {
  const series = shots.map(({ photo }) => photo.series).filter(({ bracketing }) => bracketing === true);
  const numbers = series.flatMap(({ shotNumber }) => (shotNumber === undefined ? [] : [shotNumber]));
  const firsts = numbers.filter((number) => number === 1).length;
  return numbers.length < enoughShots || firsts <= mostFirst * series.length;
}

const enoughSteps = 4;
const slowS = 20;
/** How much the light may change between two frames. While a bracket is on, nobody turns the compensation. */
const meteredAnewEv = 1.5;
/** The first frame of the next scene has no reason to follow the dial. */
const mostlyTrue = 0.7;

/** Cameras that bracket by compensation write each frame's value as its bias; then the exposure moves with it. */
function isBiasTheBracket(shots: readonly Shot[]): boolean {
  let [moved, together] = [0, 0];
  for (let i = 1; i < shots.length; i++) {
    const [a, b] = [shots[i - 1], shots[i]];
    const [x, y] = [a.photo.exposure.biasEv, b.photo.exposure.biasEv];
    if (x === undefined || y === undefined || a.exposureEv === undefined || b.exposureEv === undefined) continue;
    // At the camera's slowest time the exposure follows no more.
    if (Math.abs(y - x) < 0.5 || Math.max(a.durationS, b.durationS) > slowS) continue;
    moved++;
    // Where the light changes, too, each frame is metered again, but the step is still there.
    const isBracket = a.photo.series.bracketing === true && b.photo.series.bracketing === true;
    const least = isBracket ? meteredAnewEv : 0.5;
    if (Math.abs(b.exposureEv - a.exposureEv - (y - x)) < Math.max(least, 0.5 * Math.abs(y - x))) together++;
  }
  return moved >= enoughSteps && together >= mostlyTrue * moved;
}
