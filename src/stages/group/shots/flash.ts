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

/** Whether one of the two alone was taken by flash. */
export function differInFlash(a: Shot, b: Shot): boolean {
  return isFlashed(a) !== isFlashed(b);
}
