import type { Orientation } from "../../../image/index.ts";
import { sequenceByName } from "../order/index.ts";
import type { Pictures } from "../pictures/index.ts";
import {
  areFlashOnly,
  areOfOneSize,
  bracketOf,
  knownLevels,
  type Levels,
  nameOf,
  type Shot,
  sizeRelation,
  turnsToTry,
} from "../shots/index.ts";
import type { FrameGroup, GroupResult, Twin } from "../types.ts";
import { type Flag, flagSet, inOrderOfKinds } from "./flags.ts";
import { roomBrightness, sureness } from "./params.ts";

/** A set, however it was found, with the facts for its report. */
export interface FoundSet {
  readonly shots: readonly Shot[];
  readonly levels: Levels;
  readonly reasons: readonly string[];
  readonly confidence: number;
  /** Capture time if its own shots may lack it: after the previous set of the sequence that has one. */
  readonly atMs?: number;
  /** Flags by the step that found the set; {@link finishSets} adds those of the set itself. */
  readonly flags: readonly Flag[];
}

/** Flags the sets, with `checkFrames` after reading all their pictures, and builds the result. */
export async function finishSets(
  sets: readonly FoundSet[],
  pictures: Pictures,
  checkFrames: boolean,
): Promise<GroupResult> {
  const isLooked = (set: FoundSet) =>
    checkFrames || hasFlashToo(set.shots) || areFlashOnly(set.shots) || standsMixed(set);
  const seen = sets.filter((set) => set.shots.length > 1 && isLooked(set));
  await pictures.load(seen.flatMap(({ shots }) => shots));
  const flagged = sets.map((set) => {
    const [shots, levels] = [bracketOf(set.shots, set.shots), bracketOf(set.levels, set.shots)];
    const own = areFlashOnly(shots) ? shots.map(() => undefined) : levels;
    const flags = inOrderOfKinds([...set.flags, ...flagSet(shots, own, pictures)]);
    return { ...set, flags };
  });
  return toResult(flagged, pictures, settleTurns(sets, pictures));
}

function hasFlashToo(shots: readonly Shot[]): boolean {
  return bracketOf(shots, shots).length < shots.length;
}

/** Whether the bracket by the room's own light is too dark for a picture without flash. */
function needsFlash(bracket: readonly Shot[], pictures: Pictures): boolean {
  const seen = bracket.map((shot) => pictures.exposureOf(shot)?.brightness);
  return seen.every((brightness) => brightness !== undefined && brightness < roomBrightness.darkRoom);
}

/**
 * Puts sets in capture order (sets without a time last, by name, with wrapped counters continued) and adds what all
 * have in common.
 */
function toResult(sets: readonly FoundSet[], pictures: Pictures, turns: ReadonlyMap<Shot, Orientation>): GroupResult {
  const groups = inCaptureOrder(sets).map((set) => toGroup(set, pictures, turns));
  const brackets = groups.filter((group) => group.kind === "bracket").length;
  const singles = groups.length - brackets;
  const reason =
    brackets === 0
      ? "no photographs form an exposure bracket"
      : `${brackets} brackets and ${singles} single photographs`;
  return { applied: brackets > 0, reason, groups, thumbnailsRead: pictures.thumbnailsRead };
}

function inCaptureOrder(sets: readonly FoundSet[]): FoundSet[] {
  const byName = sequenceByName(sets.flatMap(({ shots }) => shots)).shots;
  const places = new Map(byName.map((shot, i) => [shot.index, i]));
  const ordered = sets.map((set) => ({
    set,
    atMs: set.atMs ?? firstTime(set.shots) ?? Number.MAX_VALUE,
    place: Math.min(...set.shots.map((shot) => places.get(shot.index)!)),
  }));
  return ordered.sort((a, b) => a.atMs - b.atMs || a.place - b.place).map(({ set }) => set);
}

function firstTime(shots: readonly Shot[]): number | undefined {
  return shots.find(({ timeMs }) => timeMs !== undefined)?.timeMs;
}

/** Sets the times of a sequence's sets in capture order; sets without any time come after the set before them. */
export function withTimes(sets: readonly FoundSet[]): FoundSet[] {
  let before = Number.NEGATIVE_INFINITY;
  return sets.map((set) => {
    const atMs = firstTime(set.shots) ?? before;
    before = firstTime([...set.shots].reverse()) ?? before;
    return Number.isFinite(atMs) || sets.some(({ shots }) => firstTime(shots) !== undefined) ? { ...set, atMs } : set;
  });
}

function toGroup(set: FoundSet, pictures: Pictures, turns: ReadonlyMap<Shot, Orientation>): FrameGroup {
  const { shots, levels, reasons, confidence, flags } = set;
  const isFlashOnly = areFlashOnly(shots);
  const best = isFlashOnly ? bestFlash(shots, pictures) : undefined;
  const keep = <T>(members: readonly T[]) =>
    best === undefined ? bracketOf(members, shots) : members.filter((_, i) => shots[i] === best);
  const bracket = keep(shots);
  const own = keep(levels);
  const normal = referenceOf(bracket, own);
  const reference = bracket[normal].index;
  const isLitByFlash = hasFlashToo(shots) && needsFlash(bracket, pictures);
  const merged = isLitByFlash ? shots : bracket;
  const known = merged.length > 1 && !isLitByFlash ? knownLevels(own) : undefined;
  const flashed = shots.filter((shot) => !merged.includes(shot));
  const twins: Twin[] = shots.flatMap((shot) => shot.twins);
  return {
    frames: merged.map((shot) => shot.index),
    flash: flashed.map((shot) => shot.index),
    twins,
    kind: shots.length > 1 ? "bracket" : "single",
    reference,
    ...(merged.some((shot) => turns.has(shot)) ? { turns: merged.map((shot) => turns.get(shot) ?? 1) } : {}),
    ...(flashed.some((shot) => turns.has(shot)) ? { flashTurns: flashed.map((shot) => turns.get(shot) ?? 1) } : {}),
    ...(known?.isPicture ? { pictureEvs: known.evs.map((ev) => ev - known.evs[normal]) } : {}),
    reasons: [
      ...reasons,
      ...standingReasons(set, turns),
      ...(isLitByFlash ? ["the frames by flash are merged too: without them the room is dark"] : []),
      ...(flashed.length > 0 ? [best ? flashOnlyReason(best, shots) : flashReason(flashed)] : []),
      ...(twins.length > 0 ? [twinReason(twins)] : []),
    ],
    confidence: roundedConfidence(confidence),
    flags: flags.map(({ kind, shot, message }) => ({ kind, ...(shot && { frame: shot.index }), message })),
  };
}

/** If all frames are by flash, the one that shows most: the least clipped, then the nearest to a middle brightness. */
function bestFlash(shots: readonly Shot[], pictures: Pictures): Shot {
  const offOf = (shot: Shot) => {
    const { openShare = 0, brightness = 0 } = pictures.exposureOf(shot) ?? {};
    return { closed: Math.round(100 * (1 - openShare)), off: Math.abs(brightness - roomBrightness.middle) };
  };
  return shots.reduce((best, shot) => {
    const [a, b] = [offOf(best), offOf(shot)];
    return b.closed < a.closed || (b.closed === a.closed && b.off < a.off) ? shot : best;
  });
}

function flashReason(flashed: readonly Shot[]): string {
  const names = flashed.map(nameOf).join(", ");
  const isSaid = flashed.every(({ frame }) => frame.photo.exposure.flashFired === true);
  const fired = isSaid ? `the flash fired (EXIF Flash) in ${names}` : `${names} look lit by a flash`;
  return `${fired}: colour and light for the dark parts, no exposure of the bracket`;
}

function flashOnlyReason(best: Shot, shots: readonly Shot[]): string {
  return `the flash fired (EXIF Flash) in all ${shots.length} frames, so they are one view; ${nameOf(best)} shows most of it`;
}

/** Rounds down to hundredths; only values that are wrong less than once in two thousand times become 1. */
function roundedConfidence(confidence: number): number {
  return confidence >= sureness.certain ? 1 : Math.floor(confidence * 100) / 100;
}

function twinReason(twins: FrameGroup["twins"]): string {
  const count = (kind: Twin["kind"]) => twins.filter((twin) => twin.kind === kind).length;
  const [jpegs, raws, copies] = [count("jpeg-of-raw"), count("raw-of-jpeg"), count("copy")];
  const parts = [];
  if (jpegs > 0) parts.push(`${jpegs} JPEG next to a RAW of the same shot`);
  if (raws > 0) parts.push(`${raws} RAW next to a JPEG of the same shot, which is preferred`);
  if (copies === 1) parts.push("1 copy of a photograph that is in the set");
  if (copies > 1) parts.push(`${copies} copies of photographs that are in the set`);
  return `of the set but not merged: ${parts.join(", ")}`;
}

/**
 * The frame that the camera took as the normal one, otherwise the median of the brightness range (the brighter of two).
 */
function referenceOf(shots: readonly Shot[], levels: Levels): number {
  const normal = shots.flatMap((shot, i) => (shot.photo.series.bracketValueEv === 0 ? [i] : []));
  if (normal.length === 1) return normal[0];
  const known = knownLevels(levels);
  if (known === undefined) return (shots.length - 1) >> 1;
  const order = known.evs.map((_, i) => i).sort((a, b) => known.evs[a] - known.evs[b] || a - b);
  return order[order.length >> 1];
}

/** The frames of a set, however it was found. */
interface ShotSet {
  readonly shots: readonly Shot[];
}

/** Whether frames of the set differ in orientation: their pictures show how to turn each. */
function standsMixed({ shots }: ShotSet): boolean {
  return shots.some((shot) => sizeRelation(shots[0], shot) === "turned");
}

/**
 * For each shot of a set with mixed orientations, the turn to the orientation of most of its set; if tied, to that of
 * most of the shoot, otherwise of the first frame. A shot is turned only if the pictures of the set confirm it, or show
 * too little to contradict it. The pictures of these sets must be loaded.
 */
function settleTurns(sets: readonly ShotSet[], pictures: Pictures): ReadonlyMap<Shot, Orientation> {
  const mixed = sets.filter(standsMixed);
  const turns = new Map<Shot, Orientation>();
  if (mixed.length === 0) return turns;
  const usual = countBy(sets.flatMap(({ shots }) => shots));
  for (const { shots } of mixed) {
    const own = countBy(shots);
    const countsOf = (shot: Shot) => [own.get(standingOf(shot))!, usual.get(standingOf(shot))!];
    const model = shots.reduce((best, shot) => {
      const [[a, b], [c, d]] = [countsOf(shot), countsOf(best)];
      return a > c || (a === c && b > d) ? shot : best;
    });
    const mates = shots.filter((shot) => standingOf(shot) === standingOf(model));
    for (const shot of shots) {
      const turn = mates.includes(shot) ? 1 : turnOf(mates, shot, pictures);
      if (turn !== 1) turns.set(shot, turn);
    }
  }
  return turns;
}

/** Reasons in the report for turned and cropped frames of a set. */
function standingReasons({ shots }: ShotSet, turns: ReadonlyMap<Shot, Orientation>): string[] {
  const turned = shots.filter((shot) => turns.has(shot));
  const reasons = turned.map((shot) => {
    const { orientation } = shot.photo;
    const others = shots.find((mate) => !turns.has(mate))?.photo.orientation ?? 1;
    const why = orientation === others ? "" : ` (orientation flag ${orientation} instead of ${others})`;
    return `${nameOf(shot)} is turned to stand as the other frames do${why}`;
  });
  const straight = shots.filter((shot) => !turns.has(shot));
  const isCropped = straight.some((shot) => shot.size !== straight[0].size && areOfOneSize(shot, straight[0]));
  return isCropped ? [...reasons, "sizes differ by a few pixels: merged on the area that all frames show"] : reasons;
}

/** Key of shots that are displayed the same way by the same flag. */
function standingOf({ photo, size = "" }: Shot): string {
  const [width, height] = size.split(" x ").map(Number);
  return `${photo.orientation} ${height > width ? "upright" : "lying"}`;
}

function countBy(shots: readonly Shot[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const shot of shots) counts.set(standingOf(shot), (counts.get(standingOf(shot)) ?? 0) + 1);
  return counts;
}

function turnOf(mates: readonly Shot[], shot: Shot, pictures: Pictures): Orientation {
  for (const mate of mates) {
    const turn = pictures.turnBetween(mate, shot);
    if (turn !== undefined) return turn;
  }
  const [first] = mates;
  // A frame that shows too little is unlikely to be the only turned one.
  const showsLittle = pictures.blankOf(shot) !== undefined || !pictures.has(shot);
  return showsLittle && shot.photo.orientation !== first.photo.orientation ? (turnsToTry(first, shot)[0] ?? 1) : 1;
}
