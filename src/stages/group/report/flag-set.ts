import { countOf, sameExposureEv } from "../headers/index.ts";
import { likenessOf, type Pictures } from "../pictures/index.ts";
import { type Levels, nameOf, type Shot } from "../shots/index.ts";
import type { GroupFlagKind } from "../types.ts";

/** A {@link GroupFlag} whose frame is still a shot. */
export interface Flag {
  readonly kind: GroupFlagKind;
  readonly shot?: Shot;
  readonly message: string;
}

/**
 * Blurring a thumbnail of real brackets by 1.5 px brought the median ratio to 0.45–0.75; unblurred mates had 0.80 and
 * more.
 */
const blurredBelow = 0.72;

/** On real brackets, mates have a likeness of at least 0.7, other scenes of at most 0.23. */
const unlikeBelow = 0.3;
const leastCoverage = 0.2;

const kinds: readonly GroupFlagKind[] = ["aborted", "repeated", "blurred", "outlier"];

/** By kind, and one of a kind for a shot: the camera and the shoot's habit may both say that a set was aborted. */
export function inOrderOfKinds(flags: readonly Flag[]): Flag[] {
  return kinds.flatMap((kind) =>
    flags.filter(
      (flag, i) =>
        flag.kind === kind && !flags.slice(0, i).some((other) => other.kind === kind && other.shot === flag.shot),
    ),
  );
}

/** What is odd within one set, however it was formed: a double exposure, and what its loaded pictures show. */
export function flagSet(shots: readonly Shot[], levels: Levels, pictures: Pictures): Flag[] {
  return [...flagBlurred(shots, pictures), ...flagDoubleExposures(shots, levels), ...flagUnlike(shots, pictures)];
}

/**
 * Too few frames by the camera's own count, which says nothing of a set that the caller listed: more may not have been
 * wanted.
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
      .map((mate) => pictures.sharpnessBeside(shot, mate))
      .filter((ratio) => ratio !== undefined)
      .sort((a, b) => a - b);
    const ratio = ratios[ratios.length >> 1];
    if (ratio === undefined || ratio >= blurredBelow) return [];
    const percent = Math.round(ratio * 100);
    return [
      { kind: "blurred", shot, message: `${nameOf(shot)} shows ${percent} % of the fine detail of its set mates` },
    ];
  });
}

/** Unless both are at an end of the camera's times, where steps are cut short. */
function flagDoubleExposures(shots: readonly Shot[], levels: Levels): Flag[] {
  const flags: Flag[] = [];
  for (let i = 1; i < shots.length; i++) {
    const level = levels[i];
    if (level === undefined) continue;
    const first = levels.findIndex(
      (other) => other?.scale === level.scale && Math.abs(other.ev - level.ev) <= sameExposureEv,
    );
    if (first < 0 || first >= i || (level.isClamped && levels[first]?.isClamped)) continue;
    const message = `${nameOf(shots[i])} has the exposure of ${nameOf(shots[first])}`;
    flags.push({ kind: "outlier", shot: shots[i], message });
  }
  return flags;
}

/** Unlike every mate that it can be compared with, where the mates are not unlike one another. */
function flagUnlike(shots: readonly Shot[], pictures: Pictures): Flag[] {
  const best = shots.map((_, i) => bestLikeness(i, shots, pictures));
  if (!best.some((likeness) => likeness !== undefined && likeness >= unlikeBelow)) return [];
  return shots.flatMap((shot, i) => {
    const likeness = best[i];
    if (likeness === undefined || likeness >= unlikeBelow) return [];
    const message = `${nameOf(shot)} does not look like its set mates (likeness at most ${likeness.toFixed(2)})`;
    return [{ kind: "outlier", shot, message }];
  });
}

function bestLikeness(of: number, shots: readonly Shot[], pictures: Pictures): number | undefined {
  const seen = shots
    // Always from the earlier to the later, as the search for the sets asked: a pair is compared once.
    .flatMap((mate, i) =>
      i === of ? [] : [i < of ? pictures.compare(mate, shots[of]) : pictures.compare(shots[of], mate)],
    )
    .filter((comparison) => comparison !== undefined)
    .filter(({ coverage }) => coverage >= leastCoverage)
    .map(likenessOf);
  return seen.length === 0 ? undefined : Math.max(...seen);
}
