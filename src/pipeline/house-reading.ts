import { checkSharedFocal, type SharedFocal } from "../stages/perspective/index.ts";
import { checkHouse, type HouseSetting } from "../stages/tone/index.ts";

/**
 * What the other sets of a run show about one set: the house, if the set is one of its rooms, and the focal length, if
 * the set's own headers state none. Plain JSON.
 */
export type HouseReading = Partial<HouseSetting> & {
  /** Focal length shared by the other sets of its camera. */
  readonly focal?: SharedFocal;
};

/** The parts of a reading, as a set stores them. */
interface ReadingParts {
  readonly house?: HouseSetting;
  readonly focal?: SharedFocal;
}

/** Joins the parts; `undefined` if both are absent. */
export function joinReading({ house, focal }: ReadingParts): HouseReading | undefined {
  return house || focal ? { ...house, ...(focal && { focal }) } : undefined;
}

/** Validates a reading given by the caller, and splits it. Throws `options/invalid`. */
export function checkReading(value: unknown): ReadingParts {
  if (typeof value !== "object" || value === null || !("focal" in value)) return { house: checkHouse(value) };
  const { focal, ...house } = value;
  const shared = { focal: checkSharedFocal(focal) };
  return Object.keys(house).length > 0 ? { ...shared, house: checkHouse(house) } : shared;
}
