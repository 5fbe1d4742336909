import { checkSharedFocal, type SharedFocal } from "../stages/perspective/index.ts";
import { checkHouse, type HouseSetting } from "../stages/tone/index.ts";

/**
 * What the sets of a run tell one of them: the house, where it is one of its rooms, and the focal length, where its own
 * headers tell none. Plain JSON.
 */
export type HouseTold = Partial<HouseSetting> & {
  /** The focal length that the other sets of its camera share. */
  readonly focal?: SharedFocal;
};

/** The same in its parts, as a set holds them. */
export interface ToldParts {
  readonly house?: HouseSetting;
  readonly focal?: SharedFocal;
}

/** `undefined` where there is nothing to tell. */
export function joinTold({ house, focal }: ToldParts): HouseTold | undefined {
  return house || focal ? { ...house, ...(focal && { focal }) } : undefined;
}

/** Checks what a caller gives as told, and parts it. Throws `options/invalid`. */
export function checkTold(value: unknown): ToldParts {
  if (typeof value !== "object" || value === null || !("focal" in value)) return { house: checkHouse(value) };
  const { focal, ...house } = value;
  const told = { focal: checkSharedFocal(focal) };
  return Object.keys(house).length > 0 ? { ...told, house: checkHouse(house) } : told;
}
