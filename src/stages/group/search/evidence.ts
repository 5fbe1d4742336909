import { type HeaderLink, headerLinksOf, observeTiming, readInContext } from "../headers/index.ts";
import { gatherScenes, type SceneOrder, type Sequence } from "../order/index.ts";
import { evenness, repeatedBursts } from "../params.ts";
import { type Blank, levelsBetween, levelsInOrder, type Pictures } from "../pictures/index.ts";
import {
  bracketOf,
  headerScale,
  isFlashed,
  type Level,
  type Levels,
  levelOf,
  levelsOfBracket,
  type Shot,
} from "../shots/index.ts";
import type { Segment } from "./cut.ts";
import { bracketOrder, hasEvenSteps, stepsOf } from "./exposure-pattern.ts";

/** Everything known about a sequence before the search for sets. */
export interface Evidence {
  readonly shots: readonly Shot[];
  /** Brightness of each shot, if headers or pictures show it. */
  readonly levels: Levels;
  /** `headerLinks[i]` joins shots i and i + 1. */
  readonly headerLinks: readonly HeaderLink[];
  readonly strays: ReadonlyMap<Shot, Blank>;
  /** Each scale of levels is a separate scene, because shots were gathered by what they show. */
  readonly areGathered: boolean;
  /** Frames taken by hand for the window after a bracket; they are not part of its pattern. */
  readonly windows: ReadonlySet<Shot>;
  /** Bursts whose pattern the shoot repeats: index of the last shot by that of the first. */
  readonly repeatedBursts: ReadonlyMap<number, number>;
}

/** Gathers the evidence; shots without times are also ordered by what they show. */
export async function gatherEvidence(sequence: Sequence, pictures: Pictures, maxGapS: number): Promise<Evidence> {
  const { isTimed } = sequence;
  const { shots, levels: pictureLevels, strays } = await readSequence(sequence, pictures);
  const known = shots.map((shot) => levelOf(shot) ?? pictureLevels.get(shot));
  const levels = isTimed ? await levelsBetween(shots, known, pictures) : known;
  const headerLinks = headerLinksOf(shots, observeTiming(shots), maxGapS, isTimed);
  return {
    shots,
    levels,
    headerLinks,
    strays,
    areGathered: !isTimed,
    windows: new Set(),
    repeatedBursts: isTimed ? findRepeatedBursts(shots, levels, headerLinks) : new Map(),
  };
}

/** The shots, with levels from pictures if only pictures show their order or any exposure. */
async function readSequence({ shots, isTimed }: Sequence, pictures: Pictures): Promise<SceneOrder> {
  const read = readInContext(shots);
  const plain = { shots: read, levels: new Map<Shot, Level>(), strays: new Map<Shot, Blank>() };
  if (read.length < 2) return plain;
  if (!isTimed) return gatherScenes(read, pictures);
  const isUnexposed = read.every((shot) => shot.exposureEv === undefined);
  return isUnexposed ? { ...plain, levels: await levelsInOrder(read, pictures) } : plain;
}

/** Indices of the shots in a run that form its pattern: all but window frames taken by hand. */
export function patternOf({ shots, windows }: Evidence, { first, last }: Segment): number[] {
  const places = [first];
  // A plain loop, since the search asks for every run of up to 25 shots, in every round.
  for (let place = first + 1; place <= last; place++) if (!windows.has(shots[place])) places.push(place);
  return places;
}

/** The levels of the bracket in a run of shots. */
export function bracketLevels(evidence: Evidence, levels: Levels, segment: Segment): Levels {
  const places = patternOf(evidence, segment);
  return levelsOfBracket(
    places.map((place) => evidence.shots[place]),
    places.map((place) => levels[place]),
  );
}

/** For each shot of the bracket in a run, the end of the scale that it is at if it is a stray. */
export function bracketBlanks(evidence: Evidence, segment: Segment): readonly (Blank | undefined)[] {
  const members = patternOf(evidence, segment).map((place) => evidence.shots[place]);
  return bracketOf(members, members).map((shot) => evidence.strays.get(shot));
}

/**
 * Finds uninterrupted runs of shots whose exposures repeat from scene to scene in an irregular pattern, such as an
 * aperture bracket with one frame taken twice; maps the first shot to the last. Runs that are a regular bracket and an
 * adjacent frame, or several brackets in a row, are left to the usual search.
 */
function findRepeatedBursts(
  shots: readonly Shot[],
  levels: Levels,
  links: readonly HeaderLink[],
): ReadonlyMap<number, number> {
  const bursts = burstsOf(shots, links).filter(({ first, last }) => last > first);
  const known = bursts.flatMap((burst) => {
    const offsets = offsetsOf(burst, shots, levels);
    return offsets === undefined ? [] : [{ burst, offsets }];
  });
  const repeated = known.filter(({ offsets }) => {
    const alike = known.filter((other) => areAlike(offsets, other.offsets));
    return alike.length >= Math.max(repeatedBursts.least, repeatedBursts.minShare * bursts.length);
  });
  return new Map(repeated.filter(({ offsets }) => isOneBracket(offsets)).map(({ burst }) => [burst.first, burst.last]));
}

function burstsOf(shots: readonly Shot[], links: readonly HeaderLink[]): Segment[] {
  const bursts: Segment[] = [];
  let first = 0;
  for (let at = 0; at < shots.length; at++) {
    const link = links[at];
    const goesOn =
      link !== undefined && link.bar === undefined && link.gapS !== undefined && link.gapS < repeatedBursts.endS;
    if (goesOn) continue;
    bursts.push({ first, last: at });
    first = at + 1;
  }
  return bursts;
}

/** Exposures relative to the first, EV; `undefined` if headers lack some, or if the camera counts them itself. */
function offsetsOf({ first, last }: Segment, shots: readonly Shot[], levels: Levels): number[] | undefined {
  const members = shots.slice(first, last + 1);
  const own = levels.slice(first, last + 1);
  const isCounted = members.some(({ photo }) => photo.series.shotNumber !== undefined);
  if (members.length < 3 || isCounted || members.some(isFlashed)) return undefined;
  if (own.some((level) => level?.scale !== headerScale || level.isSeen || level.isClamped)) return undefined;
  return own.map((level) => level!.ev - own[0]!.ev);
}

function areAlike(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((ev, i) => Math.abs(ev - b[i]) <= evenness.headerEv);
}

/** Whether the pattern is irregular, but neither a regular bracket next to other frames nor several repetitions. */
function isOneBracket(offsets: readonly number[]): boolean {
  const hasRegularPart = [offsets.slice(1), offsets.slice(0, -1), offsets].some(isRegular);
  return !hasRegularPart && !isPeriodic(offsets);
}

function isRegular(evs: readonly number[]): boolean {
  return evs.length > 2 && bracketOrder(evs) !== "irregular" && hasEvenSteps(stepsOf(evs));
}

function isPeriodic(offsets: readonly number[]): boolean {
  const { length } = offsets;
  const besideFirst = (part: readonly number[]) => part.map((ev) => ev - part[0]);
  return Array.from({ length: Math.floor(length / 2) }, (_, i) => i + 1).some((size) => {
    if (length % size !== 0) return false;
    const parts = Array.from({ length: length / size }, (_, k) => besideFirst(offsets.slice(k * size, (k + 1) * size)));
    return size > 1
      ? parts.every((part) => areAlike(part, parts[0]))
      : areAlike(
          offsets,
          offsets.map(() => 0),
        );
  });
}
