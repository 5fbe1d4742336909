import { formatS } from "../headers/index.ts";
import { type Pictures, showsOneScene } from "../pictures/index.ts";
import { bracketOrder, type CutSequence, hasEvenSteps, type Segment } from "../search/index.ts";
import { areFlashOnly, bracketOf, headerScale, knownLevels, nameOf } from "../shots/index.ts";
import type { View } from "../views/index.ts";
import { flagAborted, flagInSequence } from "./flags.ts";
import type { FoundSet } from "./found-set.ts";
import { calibrations, sureness } from "./params.ts";

/** The sets of a cut sequence with reasons, confidence and flags. */
export function describeSets(sequence: CutSequence, pictures: Pictures): FoundSet[] {
  const { segments } = sequence.cut;
  return segments.map((segment, i) => {
    const set = describeSet(sequence, segment);
    const flags = [
      ...flagInSequence(sequence, segment, segments[i - 1], pictures),
      ...flagAborted(bracketOf(set.shots, set.shots)),
    ];
    return { ...set, flags };
  });
}

function describeSet(sequence: CutSequence, { first, last }: Segment): Omit<FoundSet, "flags"> {
  const shots = sequence.shots.slice(first, last + 1);
  const levels = sequence.levels.slice(first, last + 1);
  const reasons = [
    ...(first === last ? [] : insideReasons(sequence, first, last)),
    ...(first > 0 ? [`before it: ${boundaryReason(sequence, first - 1)}`] : []),
    ...(last + 1 < sequence.shots.length ? [`after it: ${boundaryReason(sequence, last)}`] : []),
  ];
  if (reasons.length === 0) reasons.push("there is no other photograph that it could belong to");
  return { shots, levels, reasons, confidence: confidenceOf(sequence, { first, last }) };
}

function insideReasons(sequence: CutSequence, first: number, last: number): string[] {
  const shots = sequence.shots.slice(first, last + 1);
  const gaps = sequence.headerLinks.slice(first, last).map((link) => link.gapS);
  const reasons: string[] = [];
  if (gaps.every((gap) => gap !== undefined)) {
    const longest = Math.max(...gaps);
    const pause = isNoPause(longest) ? "without a pause" : `at most ${formatS(longest)}`;
    reasons.push(`${shots.length} frames, ${pause} from one exposure to the next`);
  } else {
    reasons.push(
      `${shots.length} frames, in the order of their ${shots[0].exposureEv === undefined ? "names" : "numbers"}`,
    );
  }
  const bracket = bracketOf(shots, shots);
  const known = knownLevels(bracketOf(sequence.levels.slice(first, last + 1), shots));
  if (known !== undefined && bracket.length > 1 && !areFlashOnly(shots))
    reasons.push(exposureReason(known.evs, known.isPicture));
  if (bracket.every((shot) => shot.photo.series.bracketing === true)) {
    reasons.push("the camera says that an exposure bracket was on");
  }
  const seen = [];
  for (let link = first; link < last; link++) {
    const pictureLink = sequence.pictureLinks.get(link);
    if (pictureLink !== undefined && pictureLink.score > 0) seen.push(pictureLink.likeness);
  }
  if (seen.length > 0) reasons.push(`the pictures show one scene (likeness at least ${Math.min(...seen).toFixed(2)})`);
  return reasons;
}

function exposureReason(evs: readonly number[], isPicture: boolean): string {
  const sorted = [...evs].sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1];
  const steps = sorted.slice(1).map((ev, i) => ev - sorted[i]);
  const list = evs.map((ev) => formatEv(ev - middle)).join(", ");
  const order = evs.length > 2 ? `, ${bracketOrder(evs)}` : "";
  const even = steps.length > 1 && !isPicture && hasEvenSteps(steps) ? ", equal steps" : "";
  return `exposures ${list} EV${isPicture ? " as the pictures show them" : ""}${order}${even}`;
}

/** An exposure difference in stops with its sign, rounded to tenths. */
export function formatEv(ev: number): string {
  const rounded = Math.round(ev * 10) / 10;
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
}

function boundaryReason({ shots, headerLinks, pictureLinks, levels }: CutSequence, link: number): string {
  const { bar, gapS } = headerLinks[link];
  if (bar !== undefined) return bar;
  const parts: string[] = [];
  if (gapS !== undefined) parts.push(isNoPause(gapS) ? "no pause" : `a pause of ${formatS(gapS)}`);
  const pictureLink = pictureLinks.get(link);
  if (pictureLink !== undefined && pictureLink.score !== 0) {
    parts.push(
      `${showsOneScene(pictureLink) ? "the same" : "another"} scene (likeness ${pictureLink.likeness.toFixed(2)})`,
    );
  }
  const [x, y] = [levels[link], levels[link + 1]];
  if (pictureLink === undefined && x !== undefined && y !== undefined && x.scale !== y.scale)
    parts.push("another scene");
  const step = knownLevels([x, y]);
  if (step !== undefined) parts.push(describeStep(step.evs[1] - step.evs[0], nameOf(shots[link])));
  return parts.length > 0 ? parts.join(", ") : "nothing that ties them together";
}

/** Whether {@link formatS} would print 0 s. */
function isNoPause(gapS: number): boolean {
  return gapS < 0.05;
}

function describeStep(ev: number, name: string): string {
  const rounded = Math.round(Math.abs(ev) * 10) / 10;
  if (rounded === 0) return `the same exposure as ${name}`;
  return `${rounded} EV ${ev > 0 ? "brighter" : "darker"} than ${name}`;
}

/** The set for a view. */
export function describeView({ shots, levels, certainty, hasOtherLight }: View): FoundSet {
  const reason =
    shots.length > 1
      ? `${shots.length} pictures of one view; names and headers say nothing of their order`
      : "no other picture shows this view; names and headers say nothing of the order";
  const reasons = hasOtherLight ? [reason, otherLight] : [reason];
  return { shots, levels, reasons, confidence: certainty, flags: [] };
}

const otherLight = "another set shows the same view by another light; sameView makes one set of both";

interface Calibration {
  readonly middle: number;
  readonly scale: number;
}

/**
 * Probability that the set is right, 0 to 1: that of its weakest decision among its inner links and the boundaries at
 * both ends.
 */
function confidenceOf(sequence: CutSequence, { first, last }: Segment): number {
  const { margins } = sequence.cut;
  const decisions = margins.slice(first, last);
  if (first > 0) decisions.push(-margins[first - 1]);
  if (last < margins.length) decisions.push(-margins[last]);
  const { middle, scale } = calibrationFor(sequence, { first, last });
  const sure = 1 / (1 + Math.exp((middle - Math.min(...decisions, sureness.maxMargin)) / scale));
  return isTornOff(sequence, first - 1) || isTornOff(sequence, last) ? Math.min(sure, sureness.tornOff) : sure;
}

/**
 * Whether a boundary that only pictures decide has one scene on both sides that may be one set: a single on one side,
 * or no exposure common to both sides. A bracket that was taken twice has each exposure twice.
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
  return evs.every((ev, i) => i === 0 || ev - evs[i - 1] > sureness.otherEv);
}

function calibrationFor({ shots }: CutSequence, { first, last }: Segment): Calibration {
  const members = shots.slice(first, last + 1);
  const isTimed = members.every(({ timeMs }) => timeMs !== undefined);
  const isExposed = members.every(({ exposureEv }) => exposureEv !== undefined);
  if (isTimed && isExposed) return calibrations.headers;
  return isTimed || isExposed ? calibrations.headersInPart : calibrations.pictures;
}
