import { endLeases, ev100, type IntegerImage, type PixelMemory } from "../../image/index.ts";
import type { PhotoSet } from "../finding/index.ts";

export type Frames = readonly [IntegerImage, ...IntegerImage[]];

/** The frames of a set that are left for its picture. */
export interface KeptFrames {
  readonly frames: Frames;
  /** Their indices among the frames of the set. */
  readonly indices: readonly number[];
}

/** Some of the frames, by their positions among those that are left, at least one; the leases of the others end. */
export function keepOnly(
  { frames, indices }: KeptFrames,
  positions: readonly number[],
  memory: PixelMemory,
): KeptFrames {
  const kept = pick(frames, positions);
  endLeases(frames, kept, memory);
  return { frames: kept, indices: pick(indices, positions) };
}

/** The elements at some indices, at least one. */
export function pick<T>(all: readonly T[], indices: readonly number[]): readonly [T, ...T[]] {
  return indices.map((i) => all[i]) as unknown as readonly [T, ...T[]];
}

/** Of some of a set's frames, or of all. */
export function namesOf({ frames }: PhotoSet, indices: readonly number[] = [...frames.keys()]): string[] {
  return indices.map((i) => frames[i].file.name);
}

/**
 * EV at ISO 100 of some of a set's frames, or of all. Undefined for a frame by flash among others, because EXIF does
 * not say how much light that gave, and for all that were developed from one exposure.
 */
export function exposuresOf(
  set: PhotoSet,
  indices: readonly number[] = [...set.frames.keys()],
): (number | undefined)[] {
  if (areOfOneExposure(set)) return indices.map(() => undefined);
  const isMixed = set.frames.some(({ photo }) => photo.exposure.flashFired !== set.frames[0].photo.exposure.flashFired);
  return indices.map((i) => {
    const { exposure } = set.frames[i].photo;
    return isMixed && exposure.flashFired ? undefined : ev100(exposure);
  });
}

/** Whether the headers of several frames state one time and one exposure: then their brightness was set afterwards. */
function areOfOneExposure({ frames }: PhotoSet): boolean {
  const keys = frames.map(({ photo: { capturedAt, exposure } }) => `${capturedAt?.epochMs} ${ev100(exposure)}`);
  return frames.length > 1 && frames[0].photo.capturedAt !== undefined && keys.every((key) => key === keys[0]);
}
