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
