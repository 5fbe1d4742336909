import type { GroupOptions } from "./options.ts";
import { editedCopies, headerSteps } from "./params.ts";
import type { Pictures } from "./pictures/index.ts";
import { momentOf, type Renditions } from "./renditions.ts";
import { type FoundSet, sureness } from "./report/index.ts";
import { areOfOneSize, groupBy, nameOf, type Shot } from "./shots/index.ts";

/**
 * Finds edited copies of frames: finished pictures with the camera, time and exposure of a frame in their headers,
 * which would take its place in the bracket. One curve relates a frame to the other exposures of its view; editing that
 * is local, and a crop, break that relation. A file is a copy if another file of its moment agrees better with each
 * other exposure. Where no other exposure shows the view, all files stay.
 */
export async function findEditedCopies(
  shots: readonly Shot[],
  pictures: Pictures,
  { maxGapS }: Pick<GroupOptions, "maxGapS">,
): Promise<Renditions> {
  const sets: FoundSet[] = [];
  for (const files of groupBy(shots, momentOf).filter(({ length }) => length > 1)) {
    const near = othersNear(files[0], shots, maxGapS);
    if (near.length === 0) continue;
    await pictures.load([...files, ...near]);
    sets.push(...copiesAmong(files, near, pictures));
  }
  const taken = new Set(sets.flatMap((set) => set.shots));
  return { sets, others: shots.filter((shot) => !taken.has(shot)) };
}

/** The nearest shots in time by the same camera with another exposure. */
function othersNear(shot: Shot, shots: readonly Shot[], maxGapS: number): Shot[] {
  const awayS = (other: Shot) => Math.abs(other.timeMs! - shot.timeMs!) / 1000;
  return shots
    .filter(({ body, timeMs, exposureEv }) => {
      const isOther = exposureEv !== undefined && Math.abs(exposureEv - shot.exposureEv!) > headerSteps.sameEv;
      return body === shot.body && timeMs !== undefined && isOther;
    })
    .filter((other) => awayS(other) <= maxGapS)
    .sort((a, b) => awayS(a) - awayS(b) || a.index - b.index)
    .slice(0, editedCopies.maxOthers);
}

function copiesAmong(files: readonly Shot[], near: readonly Shot[], pictures: Pictures): FoundSet[] {
  const [first, ...rest] = files.map((shot) => ({ shot, off: meanOf(offsOf(shot, near, pictures)) }));
  const best = rest.reduce((least, each) => (each.off < least.off ? each : least), first).shot;
  const others = near.filter((other) => pictures.turnBetween(best, other) === 1);
  const known = offsOf(best, others, pictures);
  if (others.length === 0) return [];
  return files.flatMap((shot) => {
    if (shot === best || !showsTheSame(best, shot, pictures)) return [];
    const offs = offsOf(shot, others, pictures);
    if (!offs.every((off, i) => off > editedCopies.timesWorse * known[i])) return [];
    const why = areOfOneSize(shot, best)
      ? "its brightness follows that of the other exposures less well"
      : "it has another size than the other exposures";
    const message = `${nameOf(shot)} is an edited copy of ${nameOf(best)}: it has the same camera, time and exposure, but ${why}`;
    const flag = { kind: "outlier", shot, message } as const;
    return [{ shots: [shot], levels: [undefined], reasons: [message], confidence: sureness.editedCopy, flags: [flag] }];
  });
}

/** Pictures of two sizes are not compared; what one camera took at one moment is one view. */
function showsTheSame(best: Shot, shot: Shot, pictures: Pictures): boolean {
  return !areOfOneSize(best, shot) || pictures.turnBetween(best, shot) === 1;
}

/** The share of the light in each other exposure that one curve does not explain, 0 to 1; 1 where sizes differ. */
function offsOf(shot: Shot, others: readonly Shot[], pictures: Pictures): number[] {
  return others.map((other) => {
    const light = areOfOneSize(shot, other) ? pictures.lightChange(shot, other) : undefined;
    return light === undefined ? 1 : 1 - Math.max(0, light.correlation) ** 2;
  });
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
