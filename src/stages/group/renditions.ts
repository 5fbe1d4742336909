import { nearestExposure, type Pictures, stepBetween } from "./pictures/index.ts";
import { type FoundSet, minPushEv, sureness } from "./report/index.ts";
import {
  areNamedAsRenditions,
  areOfOneSize,
  groupBy,
  isFlashed,
  isRawName,
  type Level,
  type Shot,
} from "./shots/index.ts";

/** Scale of the levels; levels are compared only within one set of renditions. */
const renditionScale = 1;

export interface Renditions {
  readonly sets: readonly FoundSet[];
  /** All other shots. */
  readonly others: readonly Shot[];
}

/**
 * Finds sets of renditions: files that an editor developed from one RAW with different brightness, so that camera, time
 * and exposure in their headers are the same. The pictures must show one scene at different exposures; names such as
 * "-2" and "(+3.3)" decide if a picture is too bright or dark to show it.
 */
export async function findRenditions(shots: readonly Shot[], pictures: Pictures): Promise<Renditions> {
  const candidates = groupBy(shots, momentOf).filter((members) => members.length > 1);
  await pictures.load(candidates.flat());
  const sets = candidates.flatMap((members) => renditionsOf(members, pictures) ?? []);
  const taken = new Set(sets.flatMap((set) => set.shots));
  return { sets, others: shots.filter((shot) => !taken.has(shot)) };
}

/** Whether two files of one moment differ in brightness as renditions do; both must be loaded. */
export function differAsRenditions(a: Shot, b: Shot, pictures: Pictures): boolean {
  const step = stepBetween(a, b, pictures);
  return step !== undefined && Math.abs(step) >= minPushEv;
}

/**
 * Key of one exposure of one camera at one time; `undefined` if headers lack it or count the shot as one of several.
 */
export function momentOf(shot: Shot): string | undefined {
  const { timeMs, body, photo, name } = shot;
  const { timeS, fNumber, iso } = photo.exposure;
  const { shotNumber, bracketValueEv } = photo.series;
  if (timeMs === undefined || body === "" || timeS === undefined || isRawName(name) || isFlashed(shot))
    return undefined;
  return [timeMs, body, timeS, fNumber, iso, shotNumber, bracketValueEv, photo.orientation].join("|");
}

function renditionsOf(members: readonly Shot[], pictures: Pictures): FoundSet | undefined {
  const [first] = members;
  const levels = new Map<Shot, Level>([[first, { ev: 0, scale: renditionScale }]]);
  for (let left = members.slice(1); left.length > 0; ) {
    const known = [...levels.keys()];
    const found = left.flatMap((shot) => {
      const mates = known.filter((mate) => areOfOneSize(mate, shot));
      const nearest = nearestExposure(shot, mates, pictures);
      return nearest ? [{ shot, ev: levels.get(nearest.shot)!.ev + nearest.stepEv }] : [];
    });
    if (found.length === 0) break;
    for (const { shot, ev } of found) levels.set(shot, { ev, scale: renditionScale });
    left = left.filter((shot) => !levels.has(shot));
  }
  const evs = [...levels.values()].map(({ ev }) => ev);
  if (Math.max(...evs) - Math.min(...evs) < minPushEv) return undefined;
  const isMember = (shot: Shot) =>
    levels.has(shot) ||
    (pictures.blankOf(shot) !== undefined && [...levels.keys()].some((mate) => areNamedAsRenditions(mate, shot)));
  const shots = members.filter(isMember);
  const areNamed = shots.every((shot) => areNamedAsRenditions(shots[0], shot));
  const reasons = [
    `${shots.length} renditions of one photograph: one camera, time and exposure, but different brightness`,
    ...(areNamed ? ["their names differ by what editors add to renditions"] : []),
  ];
  const confidence = areNamed ? sureness.namedRenditions : sureness.renditions;
  return { shots, levels: shots.map((shot) => levels.get(shot)), reasons, confidence, flags: [] };
}
