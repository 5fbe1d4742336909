import { headerSteps } from "../params.ts";
import type { Shot } from "./shot.ts";

/**
 * Photographers take a bracket by the room's light and then the room by flash, to mix them by hand. All of it makes one
 * picture, but the flash frames are not exposures of the bracket: their light is different.
 */
export function isFlashed(shot: Shot): boolean {
  return shot.photo.exposure.flashFired === true;
}

/** The shot as if its headers said that it was taken by flash. */
export function asFlashed(shot: Shot): Shot {
  const { photo } = shot;
  return { ...shot, photo: { ...photo, exposure: { ...photo.exposure, flashFired: true } } };
}

/** The members that a bracket is made of: those by the room's light, or all of them where all are by flash. */
export function bracketOf<T>(members: readonly T[], shots: readonly Shot[]): T[] {
  const isMixed = shots.some(isFlashed) && !shots.every(isFlashed);
  return members.filter((_, i) => !isMixed || !isFlashed(shots[i]));
}

/**
 * Whether the members are several views of one scene by flash alone, which are not an exposure bracket: EXIF does not
 * say how much light a flash gave. A bracket that was taken by flash has its own steps, or the camera's word.
 */
export function areFlashOnly(shots: readonly Shot[]): boolean {
  if (shots.length < 2 || !shots.every(isFlashed)) return false;
  if (shots.every(({ photo }) => photo.series.bracketing === true)) return false;
  const evs = shots.map(({ exposureEv }) => exposureEv).filter((ev) => ev !== undefined);
  evs.sort((a, b) => a - b);
  return (
    shots.length === 2 ||
    evs.length < shots.length ||
    evs.some((ev, i) => i > 0 && ev - evs[i - 1] < headerSteps.flashEv)
  );
}

/** The brightness of a shot, from its headers or as its picture shows it among others of its scene. */
export interface Level {
  readonly ev: number;
  /** Levels compare only on one scale: 0 for the headers' exposure, another number for each scene. */
  readonly scale: number;
  /** Taken at the camera's slowest or fastest time, where a bracket's step is cut short. */
  readonly isClamped?: boolean;
  /**
   * The headers are lost, and the picture shows it compared with one that has headers: true to about a third of a stop.
   */
  readonly isSeen?: boolean;
}

/** The levels of shots in capture order; `undefined` if neither headers nor pictures show one. */
export type Levels = readonly (Level | undefined)[];

/** The scale of levels that headers give. */
export const headerScale = 0;

/** The level that the headers give, if they do. */
export function levelOf({ exposureEv, durationS }: Shot): Level | undefined {
  if (exposureEv === undefined) return undefined;
  return {
    ev: exposureEv,
    scale: headerScale,
    isClamped: durationS >= headerSteps.slowestS || durationS <= headerSteps.fastestS,
  };
}

/**
 * The levels by which a set is judged, frames by flash excluded: the bracket's own values if the camera wrote one
 * for each member, since the light may have changed or the time have reached its limit; else those given. Flash frames
 * alone have none.
 */
export function levelsOfBracket(members: readonly Shot[], levels: Levels): Levels {
  if (areFlashOnly(members)) return members.map(() => undefined);
  const bracket = bracketOf(members, members);
  if (bracket[0]?.photo.series.bracketValueEv === undefined) return bracketOf(levels, members);
  const values = bracket.map((shot) => shot.photo.series.bracketValueEv);
  const areWritten = values.every((value) => value !== undefined) && values.some((value) => value !== values[0]);
  if (!areWritten) return bracketOf(levels, members);
  return values.map((ev) => ({ ev, scale: headerScale }));
}

/** The levels as numbers where all are on one scale. */
export function knownLevels(levels: Levels): { evs: number[]; isPicture: boolean } | undefined {
  const scale = levels[0]?.scale;
  if (scale === undefined || levels.some((level) => level?.scale !== scale)) return undefined;
  return { evs: levels.map((level) => level!.ev), isPicture: scale !== headerScale };
}
