import { checkSharedFocal, type SharedFocal } from "../stages/perspective/index.ts";
import { checkHouse, type HouseSetting } from "../stages/tone/index.ts";

/**
 * What the other sets of a run say about one of them: the house, if it is one of its rooms, and the focal length, if
 * its own headers have none. Plain JSON.
 */
export type HouseReading = Partial<HouseSetting> & {
  /** The focal length that the other sets of its camera share. */
  readonly focal?: SharedFocal;
};

/** The same in its parts, as a set holds them. */
interface ReadingParts {
  readonly house?: HouseSetting;
  readonly focal?: SharedFocal;
}

/** `undefined` if there is nothing. */
export function joinReading({ house, focal }: ReadingParts): HouseReading | undefined {
  return house || focal ? { ...house, ...(focal && { focal }) } : undefined;
}

/** Checks what a caller gives, and splits it. Throws `options/invalid`. */
export function checkReading(value: unknown): ReadingParts {
  if (typeof value !== "object" || value === null || !("focal" in value)) return { house: checkHouse(value) };
  const { focal, ...house } = value;
  const shared = { focal: checkSharedFocal(focal) };
  return Object.keys(house).length > 0 ? { ...shared, house: checkHouse(house) } : shared;
}
