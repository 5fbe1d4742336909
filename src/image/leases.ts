import type { PixelMemory } from "./allocate.ts";
import type { Samples } from "./image.ts";

interface Picture {
  readonly data: Samples;
}

/** The picture, with one more lease on its pixels: for what is read while or after a stage is given it. */
export function share<P extends Picture>(picture: P, memory: PixelMemory): P {
  memory.share(picture.data);
  return picture;
}

/**
 * Ends the leases of the pictures that are not among those that go on. A picture that is listed twice has one lease,
 * and travels on with it.
 */
export function endLeases(pictures: readonly Picture[], goingOn: readonly Picture[], memory: PixelMemory): void {
  const kept = new Set(goingOn.map(({ data }) => data));
  for (const data of new Set(pictures.map((picture) => picture.data))) if (!kept.has(data)) memory.release(data);
}
