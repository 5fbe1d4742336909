import type { CutSequence, Segment } from "../search/index.ts";
import { headerScale } from "../shots/index.ts";

/** A margin of `middle` nats is a coin's toss, and each `scale` nats more are a nat of log-odds. */
interface Calibration {
  readonly middle: number;
  readonly scale: number;
}

/**
 * Margins are not log-odds: pieces of evidence depend on one another. Fitted on simulated shoots of seeds 1 to 1000: by
 * headers on 54 with 7,591 groups of which 48 were wrong, where margins above 3 were hardly ever wrong; by pictures,
 * where these have to give order, exposures and sets, on 79 with 6,634 groups of which 26 were: one of twenty below a
 * margin of 4, one of two hundred above.
 */
const byHeaders: Calibration = { middle: 1.2, scale: 0.6 };
const byHeadersInPart: Calibration = { middle: 1.5, scale: 1.2 };
const byPictures: Calibration = { middle: 0.3, scale: 1.35 };

/** More than this, no evidence adds. */
const mostMargin = 10;

/**
 * How likely the set is right, 0 to 1: by the weakest of its decisions, which are its inner links and the boundaries at
 * both ends.
 */
export function confidenceOf(sequence: CutSequence, { first, last }: Segment): number {
  const { margins } = sequence.cut;
  const decisions = margins.slice(first, last);
  if (first > 0) decisions.push(-margins[first - 1]);
  if (last < margins.length) decisions.push(-margins[last]);
  const { middle, scale } = calibrationFor(sequence, { first, last });
  const sure = 1 / (1 + Math.exp((middle - Math.min(...decisions, mostMargin)) / scale));
  return isTornOff(sequence, first - 1) || isTornOff(sequence, last) ? Math.min(sure, tornOff) : sure;
}

/** A set that is parted from frames of its own scene by the pattern of their exposures alone. */
const tornOff = 0.88;

/** Stops by which exposures differ that are not the same twice. */
const apartEv = 0.4;

/**
 * Whether pictures alone show one scene on both sides of a boundary, and they may be one set: one of them a single, or
 * no exposure on both sides. A bracket that was taken twice has each exposure twice.
 */
function isTornOff({ cut: { segments }, levels }: CutSequence, link: number): boolean {
  const scale = levels[link]?.scale;
  if (scale === undefined || scale === headerScale || levels[link + 1]?.scale !== scale) return false;
  const before = segments.find(({ last }) => last === link);
  const after = segments.find(({ first }) => first === link + 1);
  if (!before || !after) return false;
  if (before.first === before.last || after.first === after.last) return true;
  const evs = levels.slice(before.first, after.last + 1).flatMap((level) => (level?.scale === scale ? [level.ev] : []));
  evs.sort((a, b) => a - b);
  return evs.every((ev, i) => i === 0 || ev - evs[i - 1] > apartEv);
}

function calibrationFor({ shots }: CutSequence, { first, last }: Segment): Calibration {
  const members = shots.slice(first, last + 1);
  const isTimed = members.every(({ timeMs }) => timeMs !== undefined);
  const isExposed = members.every(({ exposureEv }) => exposureEv !== undefined);
  if (isTimed && isExposed) return byHeaders;
  return isTimed || isExposed ? byHeadersInPart : byPictures;
}
