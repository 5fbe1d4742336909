import { type HeaderLink, headerLinksOf, observeTiming, readInContext } from "../headers/index.ts";
import { gatherScenes, type SceneOrder, type Sequence } from "../order/index.ts";
import { type Blank, levelsBetween, levelsInOrder, type Pictures } from "../pictures/index.ts";
import { bracketOf, type Level, type Levels, levelOf, levelsOfBracket, type Shot } from "../shots/index.ts";
import type { Segment } from "./cut.ts";
import { findRepeatedBursts } from "./repeated-bursts.ts";

/** What is known of one sequence before any set is. */
export interface Evidence {
  readonly shots: readonly Shot[];
  /** Brightness of each shot, if headers or pictures show it. */
  readonly levels: Levels;
  /** `headerLinks[i]` joins shots i and i + 1. */
  readonly headerLinks: readonly HeaderLink[];
  readonly strays: ReadonlyMap<Shot, Blank>;
  /** Every scale of levels is a separate scene: shots were gathered by what they show. */
  readonly areGathered: boolean;
  /** Frames taken by hand for the window after a bracket, none of its pattern. */
  readonly windows: ReadonlySet<Shot>;
  /** Bursts whose pattern the shoot repeats: the place of the last shot by that of the first. */
  readonly repeatedBursts: ReadonlyMap<number, number>;
}

/** Gathers it: of shots without times, their order by what they show, too. */
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

/** The shots with levels that pictures tell, where it takes pictures to know their order or any exposure. */
async function readSequence({ shots, isTimed }: Sequence, pictures: Pictures): Promise<SceneOrder> {
  const read = readInContext(shots);
  const plain = { shots: read, levels: new Map<Shot, Level>(), strays: new Map<Shot, Blank>() };
  if (read.length < 2) return plain;
  if (!isTimed) return gatherScenes(read, pictures);
  const isUnexposed = read.every((shot) => shot.exposureEv === undefined);
  return isUnexposed ? { ...plain, levels: await levelsInOrder(read, pictures) } : plain;
}

/** Of a run of shots those that make its pattern: all but those by hand for its window. */
export function patternOf({ shots, windows }: Evidence, { first, last }: Segment): number[] {
  const places = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return places.filter((place) => place === first || !windows.has(shots[place]));
}

/** The levels of the bracket that a run of shots is. */
export function bracketLevels(evidence: Evidence, levels: Levels, segment: Segment): Levels {
  const places = patternOf(evidence, segment);
  return levelsOfBracket(
    places.map((place) => evidence.shots[place]),
    places.map((place) => levels[place]),
  );
}

/** Of each shot of that bracket, which end it is at if it is a stray. */
export function bracketBlanks(evidence: Evidence, segment: Segment): readonly (Blank | undefined)[] {
  const members = patternOf(evidence, segment).map((place) => evidence.shots[place]);
  return bracketOf(members, members).map((shot) => evidence.strays.get(shot));
}
