import type { CutSequence } from "./automatic.ts";
import { compareNames } from "./file-names.ts";
import { formatS } from "./link.ts";
import type { Segment } from "./partition.ts";
import { bracketOrder, hasEvenSteps, knownLevels, type Level } from "./set-shape.ts";
import { nameOf, type Shot } from "./shot.ts";
import { showsOneScene } from "./sight.ts";
import type { FrameGroup, GroupResult } from "./types.ts";

/** A set with the facts that its report is made of. */
export interface FoundSet {
  readonly shots: readonly Shot[];
  readonly levels: readonly (Level | undefined)[];
  readonly reasons: readonly string[];
  readonly confidence: number;
}

/** Puts sets in the order of their first frames (sets without a time come last, by name) and adds what all have in common. */
export function toResult(sets: readonly FoundSet[], thumbnailsRead: number): GroupResult {
  const groups = [...sets].sort(compareSets).map(toGroup);
  const brackets = groups.filter((group) => group.kind === "bracket").length;
  const singles = groups.length - brackets;
  const reason =
    brackets === 0
      ? "no photographs form an exposure bracket"
      : `${brackets} brackets and ${singles} single photographs`;
  return { applied: brackets > 0, reason, groups, thumbnailsRead };
}

function compareSets(a: FoundSet, b: FoundSet): number {
  const [x, y] = [a.shots[0], b.shots[0]];
  const [timeX, timeY] = [x.timeMs ?? Number.MAX_VALUE, y.timeMs ?? Number.MAX_VALUE];
  return timeX - timeY || compareNames(nameOf(x), nameOf(y));
}

function toGroup({ shots, levels, reasons, confidence }: FoundSet): FrameGroup {
  const twins = shots.flatMap((shot) => shot.twins);
  const kind = shots.length > 1 ? "bracket" : "single";
  return {
    frames: shots.map((shot) => shot.index),
    twins,
    kind,
    reference: shots[referenceOf(shots, levels)].index,
    reasons: twins.length > 0 ? [...reasons, twinReason(twins)] : reasons,
    confidence: Math.round(confidence * 100) / 100,
  };
}

function twinReason(twins: FrameGroup["twins"]): string {
  const jpegs = twins.filter((twin) => twin.kind === "jpeg-of-raw").length;
  const parts = [];
  if (jpegs > 0) parts.push(`${jpegs} JPEG beside a RAW of the same shot`);
  if (twins.length > jpegs) parts.push(`${twins.length - jpegs} copies`);
  return `second files, left out of the set: ${parts.join(", ")}`;
}

/** The frame that the camera took as the normal one, else the middle of the brightness range (of two the brighter). */
function referenceOf(shots: readonly Shot[], levels: readonly (Level | undefined)[]): number {
  const normal = shots.flatMap((shot, i) => (shot.photo.series.bracketValueEv === 0 ? [i] : []));
  if (normal.length === 1) return normal[0];
  const known = knownLevels(levels);
  if (known === undefined) return (shots.length - 1) >> 1;
  const order = known.evs.map((_, i) => i).sort((a, b) => known.evs[a] - known.evs[b] || a - b);
  return order[order.length >> 1];
}

/** Reasons and confidence of one set of a cut sequence. */
export function describeSet(sequence: CutSequence, { first, last }: Segment): FoundSet {
  const shots = sequence.shots.slice(first, last + 1);
  const levels = sequence.levels.slice(first, last + 1);
  const reasons = [
    ...(first === last ? [] : insideReasons(sequence, first, last)),
    ...(first > 0 ? [`before it: ${boundaryReason(sequence, first - 1)}`] : []),
    ...(last + 1 < sequence.shots.length ? [`after it: ${boundaryReason(sequence, last)}`] : []),
  ];
  if (reasons.length === 0) reasons.push("there is no other photograph that it could belong to");
  return { shots, levels, reasons, confidence: confidenceOf(sequence, first, last) };
}

function insideReasons(sequence: CutSequence, first: number, last: number): string[] {
  const shots = sequence.shots.slice(first, last + 1);
  const gaps = sequence.links.slice(first, last).map((link) => link.gapS);
  const reasons: string[] = [];
  if (gaps.every((gap) => gap !== undefined)) {
    reasons.push(`${shots.length} frames, at most ${formatS(Math.max(...gaps))} from one exposure to the next`);
  } else {
    reasons.push(
      `${shots.length} frames, in the order of their ${shots[0].exposureEv === undefined ? "names" : "numbers"}`,
    );
  }
  const known = knownLevels(sequence.levels.slice(first, last + 1));
  if (known !== undefined) reasons.push(exposureReason(known.evs, known.isPicture));
  if (shots.every((shot) => shot.photo.series.bracketing === true)) {
    reasons.push("the camera says that an exposure bracket was on");
  }
  const seen = [];
  for (let link = first; link < last; link++) {
    const sight = sequence.sights.get(link);
    if (sight !== undefined && sight.score > 0) seen.push(sight.likeness);
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

function formatEv(ev: number): string {
  const rounded = Math.round(ev * 10) / 10;
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
}

function boundaryReason({ shots, links, sights, levels }: CutSequence, link: number): string {
  const { bar, gapS } = links[link];
  if (bar !== undefined) return bar;
  const parts: string[] = [];
  if (gapS !== undefined) parts.push(`a pause of ${formatS(gapS)}`);
  const sight = sights.get(link);
  if (sight !== undefined && sight.score !== 0) {
    parts.push(`${showsOneScene(sight) ? "the same" : "another"} scene (likeness ${sight.likeness.toFixed(2)})`);
  }
  const [x, y] = [levels[link], levels[link + 1]];
  if (sight === undefined && x !== undefined && y !== undefined && x.scale !== y.scale) parts.push("another scene");
  const step = knownLevels([x, y]);
  if (step !== undefined)
    parts.push(`an exposure ${formatEv(step.evs[1] - step.evs[0])} EV from ${nameOf(shots[link])}`);
  return parts.length > 0 ? parts.join(", ") : "nothing that ties them together";
}

/** The weakest of the set's decisions as a probability: its inner links and the boundaries at both ends. */
function confidenceOf({ partition }: CutSequence, first: number, last: number): number {
  const decisions = partition.margins.slice(first, last);
  if (first > 0) decisions.push(-partition.margins[first - 1]);
  if (last < partition.margins.length) decisions.push(-partition.margins[last]);
  return 1 / (1 + Math.exp(-Math.max(0, Math.min(...decisions, 10))));
}
