import { ordering } from "../order-params.ts";
import { headerSteps } from "../params.ts";
import type { GroupFrame, Twin } from "../types.ts";
import { isCameraPictureName, isRawName } from "./file-names.ts";
import { describeShots, groupBy, type Shot } from "./shot.ts";

/**
 * Like {@link describeShots}, with second files of one shot assigned to it. Copies of pictures whose headers agree are
 * left to {@link foldCopies} unless `foldsCopies`.
 */
export function collectShots(frames: readonly GroupFrame[], preferJpeg: boolean, { foldsCopies = false } = {}): Shot[] {
  const plain = describeShots(frames);
  const different = foldTwins(plain, findSameFiles(plain));
  return foldTwins(different, findTwins(different, preferJpeg, foldsCopies));
}

function foldTwins(shots: readonly Shot[], twins: ReadonlyMap<number, Twin>): Shot[] {
  const own = new Map<number, Twin[]>();
  for (const { index, twins: folded } of shots) {
    const twin = twins.get(index);
    if (twin === undefined) continue;
    const all = [twin, ...folded.map((each) => ({ ...each, of: twin.of }))];
    own.set(twin.of, [...(own.get(twin.of) ?? []), ...all]);
  }
  return shots
    .filter((shot) => !twins.has(shot.index))
    .map((shot) => ({ ...shot, twins: [...shot.twins, ...(own.get(shot.index) ?? [])] }));
}

/**
 * Like {@link collectShots}, with priority for `listed` names: if one file of a shot is listed, the others are its
 * second files; two listed files are two shots.
 */
export function collectShotsAround(
  frames: readonly GroupFrame[],
  preferJpeg: boolean,
  listed: ReadonlySet<string>,
): Shot[] {
  return collectShots(frames, preferJpeg, { foldsCopies: true }).flatMap((shot) => {
    const files = [shot.index, ...shot.twins.map(({ frame }) => frame)];
    const asked = files.filter((index) => listed.has(frames[index].name));
    if (shot.twins.length === 0 || asked.length === 0) return [shot];
    const plain = new Map(describeShots(files.map((index) => frames[index])).map((each) => [files[each.index], each]));
    const shots = asked.map((index) => ({ ...plain.get(index)!, index }));
    const rest = files.filter((index) => !asked.includes(index));
    const twins = rest.map((index) => twinOf({ ...plain.get(index)!, index }, shots[0]));
    return shots.map((each, i) => (i === 0 ? { ...each, twins } : each));
  });
}

/** Finds files with equal bytes under different names: the one without a copy mark or with the shortest name stays. */
function findSameFiles(shots: readonly Shot[]): ReadonlyMap<number, Twin> {
  const twins = new Map<number, Twin>();
  for (const same of groupBy(shots, ({ frame }) => frame.contentKey)) {
    const lengthOf = ({ name }: Shot) => (name.isCopy ? 1e6 : 0) + name.stem.length;
    const [first, ...others] = [...same].sort((a, b) => lengthOf(a) - lengthOf(b));
    for (const { index } of others) twins.set(index, { frame: index, of: first.index, kind: "copy" });
  }
  return twins;
}

/**
 * Finds second files of shots, by the index of the second file: the JPEG of a RAW (with `preferJpeg` the RAW of a
 * JPEG), and marked copies. Files of one name are a pair unless their headers contradict it; files of different names
 * are a pair if time, exposure, camera and number allow no other, so that renaming does not separate them.
 */
function findTwins(shots: readonly Shot[], preferJpeg: boolean, foldsCopies: boolean): ReadonlyMap<number, Twin> {
  const twins = new Map<number, Twin>();
  for (const sharing of groupBy(shots, (shot) => shot.name.stem)) {
    // The preferred kind first, then files without a copy mark: the others of a kind are second files of its first.
    const ranked = [...sharing].sort((a, b) => rankOf(a, preferJpeg) - rankOf(b, preferJpeg));
    for (let i = 1; i < ranked.length; i++) {
      const first = ranked.slice(0, i).find((other) => {
        const isPictureCopy = isCopyOf(other, ranked[i]) && !isRawName(other.name);
        return !twins.has(other.index) && (foldsCopies || !isPictureCopy) && areTwins(other, ranked[i]);
      });
      if (first !== undefined) twins.set(ranked[i].index, twinOf(ranked[i], first));
    }
  }
  for (const [first, second] of renamedPairs(shots, twins, preferJpeg)) twins.set(second.index, twinOf(second, first));
  return twins;
}

function rankOf(shot: Shot, preferJpeg: boolean): number {
  return (isRawName(shot.name) === preferJpeg ? 2 : 0) + (shot.name.isCopy ? 1 : 0);
}

function twinOf(second: Shot, first: Shot): Twin {
  const kind = isRawName(first.name)
    ? isRawName(second.name)
      ? "copy"
      : "jpeg-of-raw"
    : isRawName(second.name)
      ? "raw-of-jpeg"
      : "copy";
  return { frame: second.index, of: first.index, kind };
}

function isRawAndPicture(a: Shot, b: Shot): boolean {
  return (isRawName(a.name) && isCameraPictureName(b.name)) || (isCameraPictureName(a.name) && isRawName(b.name));
}

function areTwins(first: Shot, second: Shot): boolean {
  if (isRawAndPicture(first, second)) return !contradict(first, second);
  return isCopyOf(first, second) && (second.name.saysCopy ? !contradict(first, second) : agree(first, second));
}

function isCopyOf(first: Shot, second: Shot): boolean {
  return second.name.isCopy && first.name.extension === second.name.extension;
}

/** Difference between the pictures of two files; `unknown` if one of both has none. */
export type CopyLook = "equal" | "pushed" | "other" | "unknown";

/**
 * Assigns marked copies of pictures to their shots. If the headers agree, a file is a copy unless its picture is a
 * rendition of another brightness; if they are missing, only equal pictures are copies: "Room (1)" may be another view.
 * `lookAt` is called only for those pairs.
 */
export async function foldCopies(
  shots: readonly Shot[],
  lookAt: (a: Shot, b: Shot) => Promise<CopyLook>,
): Promise<readonly Shot[]> {
  const twins = new Map<number, Twin>();
  for (const [first, ...others] of groupBy(shots, ({ name }) => `${name.stem}.${name.extension}`)) {
    for (const second of others.filter((other) => isCopyOf(first, other) && !contradict(first, other))) {
      const look = await lookAt(first, second);
      const isCopy = look === "equal" || (look !== "pushed" && areTwins(first, second));
      if (isCopy) twins.set(second.index, twinOf(second, first));
    }
  }
  return foldTwins(shots, twins);
}

function contradict(a: Shot, b: Shot): boolean {
  const [modelA, modelB] = [a.photo.camera.model, b.photo.camera.model];
  if (modelA !== undefined && modelB !== undefined && modelA !== modelB) return true;
  if (a.timeMs !== undefined && b.timeMs !== undefined && !isSameTime(a, b)) return true;
  return (
    a.exposureEv !== undefined &&
    b.exposureEv !== undefined &&
    Math.abs(a.exposureEv - b.exposureEv) > headerSteps.twinEv
  );
}

function agree(a: Shot, b: Shot): boolean {
  const isKnown = [a, b].every((shot) => shot.timeMs !== undefined && shot.exposureEv !== undefined);
  return isKnown && !contradict(a, b) && (a.photo.camera.model ?? "") === (b.photo.camera.model ?? "");
}

/**
 * Whether both times are equal within the coarser clock, in the zone's time or on the camera's clock: one of both files
 * may lack the zone.
 */
function isSameTime(a: Shot, b: Shot): boolean {
  const step = Math.max(1, a.resolutionMs, b.resolutionMs);
  return Math.abs(a.timeMs! - b.timeMs!) < step || Math.abs(a.clockMs! - b.clockMs!) < step;
}

/**
 * Pairs of one RAW and one camera picture that have no other file with the same time stamp, exposure, camera and
 * number.
 */
function renamedPairs(shots: readonly Shot[], taken: ReadonlyMap<number, Twin>, preferJpeg: boolean): [Shot, Shot][] {
  const paired = new Set([...taken.values()].map(({ of }) => of));
  const free = shots.filter((shot) => !taken.has(shot.index) && !paired.has(shot.index));
  const pairs: [Shot, Shot][] = [];
  for (const sharing of groupBy(free, momentOf)) {
    if (sharing.length !== 2 || !isRawAndPicture(sharing[0], sharing[1])) continue;
    const [first, second] = [...sharing].sort((a, b) => rankOf(a, preferJpeg) - rankOf(b, preferJpeg));
    pairs.push([first, second]);
  }
  const raws = free.filter(({ name }) => isRawName(name)).length;
  const pictures = free.filter(({ name }) => isCameraPictureName(name)).length;
  return pairs.length >= ordering.renamedShare * Math.min(raws, pictures) ? pairs : [];
}

function momentOf({ clockMs, exposureEv, photo }: Shot): string | undefined {
  if (clockMs === undefined || exposureEv === undefined) return undefined;
  return [clockMs, exposureEv.toFixed(1), photo.camera.model ?? "", photo.series.fileNumber ?? ""].join("|");
}
