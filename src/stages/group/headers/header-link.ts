import { cameraWays, headerOdds, headerSteps } from "../params.ts";
import { countedPrefixes, isFlashed, isNext, type Shot, sizeRelation, standingScore } from "../shots/index.ts";
import type { CameraTiming } from "./camera-ways.ts";

/** Evidence in the headers on whether two neighbours belong to one bracket. */
export interface HeaderLink {
  /** Log-odds in nats; −∞ if they cannot belong together. */
  readonly score: number;
  /** The evidence behind the score; empty if the score is −∞. */
  readonly evidence: HeaderEvidence;
  /** Pause from the end of one exposure to the start of the next, minus half the clock's resolution. */
  readonly gapS?: number;
  /**
   * One of the two shots lost its time, between shots that have theirs: only the pictures show on which side it
   * belongs.
   */
  readonly isLost?: boolean;
  /** Why they cannot belong together, if the score is −∞. */
  readonly bar?: string;
}

/** Kinds of evidence that two neighbours' headers show, each with its count or strength. */
type HeaderEvidence = readonly (readonly [name: keyof typeof headerOdds, amount: number])[];

/**
 * Scores the headers of two neighbours: the sum of the log-odds of all evidence. A cadence within a second is the
 * strongest single sign; pictures can outweigh a long pause.
 */
export function headerLinkOf(a: Shot, b: Shot, timing: CameraTiming, maxGapS: number, between?: Between): HeaderLink {
  const gapS = gapBetween(a, b, timing);
  const bar = barBetween(a, b, gapS, maxGapS);
  const known = gapS === undefined ? {} : { gapS };
  if (bar !== undefined) return { score: Number.NEGATIVE_INFINITY, evidence: [], bar, ...known };
  const evidence = evidenceOf(a, b, gapS, between);
  const score = standingScore(a, b) + oddsOf(evidence);
  return { score, evidence, ...known, ...(between === undefined ? {} : { isLost: true }) };
}

/** The evidence in the headers of two neighbours that could belong together. */
function evidenceOf(a: Shot, b: Shot, gapS: number | undefined, between?: Between): HeaderEvidence {
  return [
    ...(gapS === undefined ? orderEvidence(a, b, between) : pauseEvidence(gapS)),
    ...(isFlashed(a) || isFlashed(b)
      ? flashEvidence(a, b)
      : [...stepEvidence(a, b), ...dialEvidence(a, b), ...biasEvidence(a, b), ...makerEvidence(a, b)]),
    ...numberEvidence(a, b),
    ...(differ(a.photo.lens.focusDistanceM, b.photo.lens.focusDistanceM, headerSteps.focusShare)
      ? [once("refocused")]
      : []),
  ];
}

function oddsOf(evidence: HeaderEvidence): number {
  return evidence.reduce((sum, [name, amount]) => sum + headerOdds[name] * amount, 0);
}

function once(name: keyof typeof headerOdds): HeaderEvidence[number] {
  return [name, 1];
}

/** Evidence for a link to a shot without headers, from the nearest shots on both sides that have theirs. */
interface Between {
  /** The whole pause between those two, an upper limit for the link's own, in s. */
  readonly maxS?: number;
  /** The camera counted continuously from the one to the other. */
  readonly isCounted: boolean;
}

/** The links of consecutive shots; those without a time are judged by the times around them. */
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
    const distance = counted.has(shot.name.prefix) ? distanceOdds(shots[i], shot) : 0;
    return { ...link, score: link.score + distance };
  });
}

function betweenTimed(shots: readonly Shot[], left: number, timing: CameraTiming): Between {
  const first = shots.findLastIndex(({ timeMs }, i) => i <= left && timeMs !== undefined);
  const last = shots.findIndex(({ timeMs }, i) => i > left && timeMs !== undefined);
  if (first < 0 || last < 0) return { isCounted: false };
  const [a, b] = [shots[first], shots[last]];
  const maxS = gapBetween(a, b, timing);
  const [x, y] = [a.photo.series, b.photo.series];
  const isCounted =
    x.bracketing === true &&
    y.bracketing === true &&
    x.shotNumber !== undefined &&
    y.shotNumber === x.shotNumber + last - first;
  return { isCounted, ...(maxS === undefined ? {} : { maxS }) };
}

/**
 * Pause from the end of one exposure to the start of the next, s. Most cameras stamp the start of an exposure, some its
 * end; if that is unknown, the longer exposure is subtracted, which errs towards a short pause. After an exposure of a
 * second or more the camera may have taken a dark frame of the same length.
 */
function gapBetween(a: Shot, b: Shot, { stamps, skipsDarkFrames }: CameraTiming): number | undefined {
  if (a.timeMs === undefined || b.timeMs === undefined) return undefined;
  const clock = Math.max(a.resolutionMs, b.resolutionMs) / 2000;
  // The clock was set back between them.
  if (b.timeMs + b.resolutionMs < a.timeMs) return undefined;
  const [first, second] = [realDurationS(a), realDurationS(b)];
  const exposure = { start: first, end: second, unknown: Math.max(first, second) };
  const pause = (b.timeMs - a.timeMs) / 1000 - exposure[stamps ?? "unknown"] - clock;
  const dark = skipsDarkFrames || a.durationS < cameraWays.longExposureS ? 0 : Math.min(Math.max(0, pause), first);
  return Math.max(0, pause - dark);
}

/**
 * Exposure times are powers of two, or thirds between them, and written as round numbers: 30 s means 32, and 15 s means
 * 16.
 */
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
  if (differ(a.photo.lens.focalMm, b.photo.lens.focalMm, headerSteps.focalShare)) {
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

function pauseEvidence(gapS: number): HeaderEvidence {
  return [once("noPause"), ["pauseDoubling", Math.log2(1 + Math.min(headerSteps.longestPauseS, gapS))]];
}

/** Without times: evidence of the names, or of the times around a file that lost its own. */
function orderEvidence({ name: x }: Shot, { name: y }: Shot, between: Between | undefined): HeaderEvidence {
  const byName: HeaderEvidence = [once(namesShow(x, y))];
  if (between === undefined || (!between.isCounted && between.maxS === undefined)) return byName;
  const around = between.isCounted ? [once("countedThrough")] : pauseEvidence(between.maxS ?? 0);
  return oddsOf(around) > oddsOf(byName) ? around : byName;
}

/** Consecutive numbers show that no other frame was taken in between, or that none was kept. */
function namesShow(x: Shot["name"], y: Shot["name"]): keyof typeof headerOdds {
  if (x.number === undefined || y.number === undefined || x.prefix !== y.prefix) return "namesDiffer";
  return isNext(x.number, y.number) ? "namesCountOn" : "namesSkip";
}

/** If names count the shots, one that was taken much later probably belongs to another set, whatever it shows. */
function distanceOdds({ name: x }: Shot, { name: y }: Shot): number {
  if (x.number === undefined || y.number === undefined || x.prefix !== y.prefix || isNext(x.number, y.number)) return 0;
  return headerOdds.nameDoubling * Math.log2(1 + Math.abs(y.number - x.number));
}

/** The exposure of a flash frame is unrelated to that of any other. */
function flashEvidence(a: Shot, b: Shot): HeaderEvidence {
  if (isFlashed(a) === isFlashed(b)) return [];
  return [once(isFlashed(b) ? "beforeFlash" : "afterFlash")];
}

function stepEvidence(a: Shot, b: Shot): HeaderEvidence {
  if (a.exposureEv === undefined || b.exposureEv === undefined) {
    if (a.timeMs !== undefined && a.timeMs === b.timeMs) return [once("unexposedCopies")];
    return a.timeMs === undefined || b.timeMs === undefined ? [] : [once("unexposed")];
  }
  const step = Math.abs(a.exposureEv - b.exposureEv);
  // Repeated exposures are judged within the whole set, where a repeat may come later.
  if (step <= headerSteps.sameEv) return [once("sameExposure")];
  if (step < headerSteps.minEv) return [once("smallStep")];
  if (step <= headerSteps.maxEv) return [once("bracketStep")];
  return [once(step <= headerSteps.endlessEv ? "longStep" : "endlessStep")];
}

/** A bracket changes one setting: the time, or the ISO speed. The aperture stays, or drifts by a fraction. */
function dialEvidence(a: Shot, b: Shot): HeaderEvidence {
  const x = a.photo.exposure;
  const y = b.photo.exposure;
  if (x.timeS === undefined || y.timeS === undefined) return [];
  const { dialShare } = headerSteps;
  const aperture = differ(x.fNumber, y.fNumber, dialShare);
  const speed = differ(x.iso, y.iso, dialShare);
  const time = differ(x.timeS, y.timeS, dialShare);
  if (aperture) return [once(speed || time ? "apertureAndOther" : "apertureDial")];
  return [once(speed && time ? "twoDials" : "oneDial")];
}

/** The bias changes with the exposure step if the camera brackets by compensation. */
function biasEvidence(a: Shot, b: Shot): HeaderEvidence {
  const [x, y] = [a.photo.exposure.biasEv, b.photo.exposure.biasEv];
  if (x === undefined || y === undefined || Math.abs(x - y) < headerSteps.biasEv) return [];
  if (a.exposureEv === undefined || b.exposureEv === undefined) return [once("biasUnexposed")];
  const follows = Math.abs(b.exposureEv - a.exposureEv - (y - x)) < headerSteps.biasFollowsEv;
  return [once(follows ? "biasFollowed" : "biasMoved")];
}

/** A number that restarts and a bracket that is full are judged within the whole set. */
function makerEvidence(a: Shot, b: Shot): HeaderEvidence {
  const x = a.photo.series;
  const y = b.photo.series;
  const found: HeaderEvidence[number][] = [];
  if (x.bracketing === true && y.bracketing === true) found.push(once("bothBracketing"));
  else if (x.bracketing === false && y.bracketing === false) found.push(once("neitherBracketing"));
  else if (x.bracketing !== undefined && y.bracketing !== undefined) found.push(once("oneBracketing"));
  if (x.shotNumber !== undefined && y.shotNumber === x.shotNumber + 1) found.push(once("nextShotNumber"));
  if (x.bracketValueEv !== undefined && y.bracketValueEv !== undefined && x.bracketing !== false) {
    const isOther = Math.abs(x.bracketValueEv - y.bracketValueEv) > headerSteps.bracketValueEv;
    if (isOther || x.bracketValueEv !== 0) found.push(once(isOther ? "otherBracketValue" : "sameBracketValue"));
  }
  if (x.burstId !== undefined && y.burstId !== undefined)
    found.push(once(x.burstId === y.burstId ? "sameBurst" : "otherBurst"));
  return found;
}

function numberEvidence(a: Shot, b: Shot): HeaderEvidence {
  const [x, y] = [a.photo.series.fileNumber, b.photo.series.fileNumber];
  if (x === undefined || y === undefined) return [];
  if (isNext(x, y)) return [once("nextFile")];
  return [once(Math.abs(y - x) <= headerSteps.nearFiles ? "nearFile" : "farFile")];
}

function differ(a: number | undefined, b: number | undefined, share: number): boolean {
  return a !== undefined && b !== undefined && Math.abs(a - b) > share * Math.max(Math.abs(a), Math.abs(b));
}

export function formatS(seconds: number): string {
  return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`;
}
