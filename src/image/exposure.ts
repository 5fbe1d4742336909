/** What EXIF says of an exposure: time in seconds, f-number, ISO speed; the bias dial is a hint only. */
export interface Exposure {
  readonly timeS?: number;
  readonly fNumber?: number;
  readonly iso?: number;
  readonly biasEv?: number;
  /** Whether a flash gave light, which no exposure value accounts for. */
  readonly flashFired?: boolean;
}

/**
 * Exposure value at ISO 100: log2(N² / t) − log2(ISO / 100). A larger value means less light on the sensor for the same
 * scene. `undefined` without an exposure time; a missing f-number counts as f/1 and a missing ISO as 100 (fixed on such
 * cameras).
 */
export function ev100(exposure: Exposure): number | undefined {
  const { timeS, fNumber = 1, iso = 100 } = exposure;
  if (timeS === undefined || !(timeS > 0) || !(fNumber > 0) || !(iso > 0)) return undefined;
  return Math.log2((fNumber * fNumber) / timeS) - Math.log2(iso / 100);
}

/**
 * The same if it determines how much light a scene had: with time, f-number and ISO speed all known and no flash.
 */
export function lightEvOf(exposure: Exposure): number | undefined {
  const { fNumber, iso, flashFired } = exposure;
  return fNumber === undefined || iso === undefined || flashFired === true ? undefined : ev100(exposure);
}
