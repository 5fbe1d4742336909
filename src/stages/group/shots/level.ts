import { headerSteps } from "../params.ts";
import type { Shot } from "./shot.ts";

/**
 * Whether the flash fired. Photographers take a bracket by the room's light and then the room by flash, to blend them
 * by hand. All of it makes one picture, but the flash frames are not exposures of the bracket: their light is
 * different.
 */
export function isFlashed(shot: Shot): boolean {
  return shot.photo.exposure.flashFired === true;
}

/** The shot as if its headers stated that the flash fired. */
export function asFlashed(shot: Shot): Shot {
  const { photo } = shot;
  return { ...shot, photo: { ...photo, exposure: { ...photo.exposure, flashFired: true } } };
}

/** The members that form a bracket: those by the room's light, or all of them if all are by flash. */
export function bracketOf<T>(members: readonly T[], shots: readonly Shot[]): T[] {
  const isMixed = shots.some(isFlashed) && !shots.every(isFlashed);
  return members.filter((_, i) => !isMixed || !isFlashed(shots[i]));
}

/**
 * Whether the members are only flash frames of one scene and so not an exposure bracket: EXIF does not state how much
 * light a flash gave. A bracket taken by flash has steps, or is marked by the camera.
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

/** The brightness of a shot, from its headers or measured in its picture relative to others of its scene. */
export interface Level {
  readonly ev: number;
  /** Levels are comparable only on one scale: 0 for the headers' exposure, another number for each scene. */
  readonly scale: number;
  /** Taken at the camera's slowest or fastest time, where a bracket's step is cut short. */
  readonly isClamped?: boolean;
  /**
   * Headers are missing, and the level is measured against a picture that has them: accurate to about a third of a
   * stop.
   */
  readonly isSeen?: boolean;
}

/** The levels of shots in capture order; `undefined` if neither headers nor pictures show one. */
export type Levels = readonly (Level | undefined)[];

/** The scale of levels from headers. */
export const headerScale = 0;

/** The level from the headers, if they have one. */
export function levelOf({ exposureEv, durationS }: Shot): Level | undefined {
  if (exposureEv === undefined) return undefined;
  return {
    ev: exposureEv,
    scale: headerScale,
    isClamped: durationS >= headerSteps.slowestS || durationS <= headerSteps.fastestS,
  };
}

/**
 * The levels by which a set is judged, without flash frames: the bracket's own values if the camera wrote one for each
 * member, since the light may have changed or the time reached its limit; otherwise the given ones. A set of only flash
 * frames has none.
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

/** The levels as numbers, if all are on one scale. */
export function knownLevels(levels: Levels): { evs: number[]; isPicture: boolean } | undefined {
  const scale = levels[0]?.scale;
  if (scale === undefined || levels.some((level) => level?.scale !== scale)) return undefined;
  return { evs: levels.map((level) => level!.ev), isPicture: scale !== headerScale };
}
