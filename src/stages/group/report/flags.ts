import { countOf } from "../headers/index.ts";
import { headerSteps } from "../params.ts";
import { isSameScene, likenessOf, type Pictures } from "../pictures/index.ts";
import { type CutSequence, type Segment, signatureOf } from "../search/index.ts";
import { knownLevels, type Levels, levelsOfBracket, nameOf, type Shot } from "../shots/index.ts";
import type { GroupFlagKind } from "../types.ts";
import { flags as limits } from "./params.ts";

/** A {@link GroupFlag} that refers to a shot, not yet to a frame. */
export interface Flag {
  readonly kind: GroupFlagKind;
  readonly shot?: Shot;
  readonly message: string;
}

const kinds: readonly GroupFlagKind[] = ["aborted", "repeated", "blurred", "outlier"];

/**
 * Sorted by kind, one of a kind for each shot: the camera and the shoot's habit may both show that a set was aborted.
 */
export function inOrderOfKinds(flags: readonly Flag[]): Flag[] {
  return kinds.flatMap((kind) =>
    flags.filter(
      (flag, i) =>
        flag.kind === kind && !flags.slice(0, i).some((other) => other.kind === kind && other.shot === flag.shot),
    ),
  );
}

/** Problems within one set, however it was formed: repeated exposures, and what its loaded pictures show. */
export function flagSet(shots: readonly Shot[], levels: Levels, pictures: Pictures): Flag[] {
  return [...flagBlurred(shots, pictures), ...flagDoubleExposures(shots, levels), ...flagUnlike(shots, pictures)];
}

/**
 * Flags a set with fewer frames than the camera counted; not for sets that the caller listed, which may be smaller on
 * purpose.
 */
export function flagAborted(shots: readonly Shot[]): Flag[] {
  const series = shots.map((shot) => shot.photo.series);
  const count = countOf(series);
  if (count !== undefined && count > shots.length) {
    return [{ kind: "aborted", message: `the camera was set to ${count} frames, ${shots.length} of them are here` }];
  }
  const last = Math.max(0, ...series.map(({ bracketing, shotNumber = 0 }) => (bracketing === true ? shotNumber : 0)));
  if (last > shots.length) {
    return [{ kind: "aborted", message: `the camera counted ${last} frames, ${shots.length} of them are here` }];
  }
  if (shots.length === 1 && series[0].bracketing === true) {
    return [
      { kind: "aborted", message: "the camera says that an exposure bracket was on, but no other frame of it is here" },
    ];
  }
  return [];
}

function flagBlurred(shots: readonly Shot[], pictures: Pictures): Flag[] {
  return shots.flatMap((shot) => {
    const ratios = shots
      .filter((mate) => mate !== shot)
      .map((mate) => pictures.sharpnessRatio(shot, mate))
      .filter((ratio) => ratio !== undefined)
      .sort((a, b) => a - b);
    const ratio = ratios[ratios.length >> 1];
    if (ratio === undefined || ratio >= limits.blurredBelow) return [];
    const percent = Math.round(ratio * 100);
    return [
      { kind: "blurred", shot, message: `${nameOf(shot)} shows ${percent} % of the fine detail of its set mates` },
    ];
  });
}

/**
 * Flags repeated exposures, unless both are at an end of the camera's range of exposure times, where steps are cut
 * short.
 */
function flagDoubleExposures(shots: readonly Shot[], levels: Levels): Flag[] {
  const flags: Flag[] = [];
  for (let i = 1; i < shots.length; i++) {
    const level = levels[i];
    if (level === undefined) continue;
    const first = levels.findIndex(
      (other) => other?.scale === level.scale && Math.abs(other.ev - level.ev) <= headerSteps.sameEv,
    );
    if (first < 0 || first >= i || (level.isClamped && levels[first]?.isClamped)) continue;
    const message = `${nameOf(shots[i])} has the exposure of ${nameOf(shots[first])}`;
    flags.push({ kind: "outlier", shot: shots[i], message });
  }
  return flags;
}

/** Flags a shot that differs from all comparable shots of its set, if those do not differ from one another. */
function flagUnlike(shots: readonly Shot[], pictures: Pictures): Flag[] {
  const best = shots.map((_, i) => bestLikeness(i, shots, pictures));
  if (!best.some((likeness) => likeness !== undefined && likeness >= limits.unlikeBelow)) return [];
  return shots.flatMap((shot, i) => {
    const likeness = best[i];
    if (likeness === undefined || likeness >= limits.unlikeBelow) return [];
    const message = `${nameOf(shot)} does not look like its set mates (likeness at most ${likeness.toFixed(2)})`;
    return [{ kind: "outlier", shot, message }];
  });
}

function bestLikeness(of: number, shots: readonly Shot[], pictures: Pictures): number | undefined {
  const seen = shots
    // Always from the earlier to the later, as the search for sets does, so that each pair is compared once.
    .flatMap((mate, i) =>
      i === of ? [] : [i < of ? pictures.compare(mate, shots[of]) : pictures.compare(shots[of], mate)],
    )
    .filter((comparison) => comparison !== undefined)
    .filter(({ coverage }) => coverage >= limits.minCoverage)
    .map(likenessOf);
  return seen.length === 0 ? undefined : Math.max(...seen);
}

/**
 * Problems of a set compared with the others of its sequence: it is shorter than the shoot's usual bracket, or repeats
 * the scene of the previous set.
 */
export function flagInSequence(
  sequence: CutSequence,
  segment: Segment,
  before: Segment | undefined,
  pictures: Pictures,
): Flag[] {
  return [...flagUnfinished(sequence, segment), ...flagRepeated(sequence, segment, before, pictures)];
}

/** Flags a set that is only the beginning of the shoot's usual bracket; not a single shot, which may be intended. */
function flagUnfinished({ shots, levels, habit }: CutSequence, { first, last }: Segment): Flag[] {
  const members = shots.slice(first, last + 1);
  const bracket = levelsOfBracket(members, levels.slice(first, last + 1));
  const known = bracket.length > 1 ? knownLevels(bracket) : undefined;
  if (habit === undefined || known === undefined || known.isPicture) return [];
  if (!habit.startsWith(`${signatureOf(known)},`)) return [];
  const size = habit.split(",").length;
  return [{ kind: "aborted", message: `the exposures are the first ${known.evs.length} of the shoot's usual ${size}` }];
}

function flagRepeated(
  sequence: CutSequence,
  segment: Segment,
  before: Segment | undefined,
  pictures: Pictures,
): Flag[] {
  if (before === undefined || segment.last === segment.first || before.last === before.first) return [];
  const pair = nearestExposures(sequence, before, segment, pictures);
  const comparison = pair && pictures.compare(pair[0], pair[1]);
  if (pair === undefined || !isSameScene(comparison)) return [];
  return [{ kind: "repeated", shot: pair[0], message: "shows the scene of the set before it once more" }];
}

/** The two shots, one of each set, with pictures read and the smallest difference of exposure. */
function nearestExposures(
  { shots, levels }: CutSequence,
  a: Segment,
  b: Segment,
  pictures: Pictures,
): [Shot, Shot] | undefined {
  let nearest: { pair: [Shot, Shot]; step: number } | undefined;
  for (let i = a.first; i <= a.last; i++) {
    if (!pictures.has(shots[i])) continue;
    for (let k = b.first; k <= b.last; k++) {
      if (!pictures.has(shots[k])) continue;
      const known = knownLevels([levels[i], levels[k]]);
      const step = known === undefined ? k - i : Math.abs(known.evs[1] - known.evs[0]);
      if (nearest === undefined || step < nearest.step) nearest = { pair: [shots[i], shots[k]], step };
    }
  }
  return nearest?.pair;
}
