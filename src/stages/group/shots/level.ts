import { areFlashOnly, bracketOf } from "./flash.ts";
import type { Shot } from "./shot.ts";

/** The brightness of a shot, from its headers or as its picture shows it beside others of its scene. */
export interface Level {
  readonly ev: number;
  /** Levels compare only on one scale: 0 for the headers' exposure, another number for each scene. */
  readonly scale: number;
  /** Taken at the camera's slowest or fastest time, where a bracket's step is cut short. */
  readonly isClamped?: boolean;
  /**
   * The headers are lost, and the picture tells it beside one whose headers are there: true to about a third of a stop.
   */
  readonly isSeen?: boolean;
}

/** The levels of shots in capture order; `undefined` where neither headers nor pictures tell. */
export type Levels = readonly (Level | undefined)[];

/** The scale of levels that headers give. */
export const headerScale = 0;

/** Cameras end at 30 s and at 1/4000 s or faster. */
const slowestS = 29;
const fastestS = 1 / 3900;

/** The level that the headers give, where they do. */
export function levelOf({ exposureEv, durationS }: Shot): Level | undefined {
  if (exposureEv === undefined) return undefined;
  return { ev: exposureEv, scale: headerScale, isClamped: durationS >= slowestS || durationS <= fastestS };
}

/**
 * The levels by which a set is judged, frames by flash left out: the bracket's own values where the camera wrote one
 * for each member, since the light may have changed or the time have reached its limit; else those given. Flash frames
 * alone have none.
 */
export function levelsOfBracket(members: readonly Shot[], levels: Levels): Levels {
  if (areFlashOnly(members)) return members.map(() => undefined);
  const values = bracketOf(members, members).map((shot) => shot.photo.series.bracketValueEv);
  const areTold = values.every((value) => value !== undefined) && values.some((value) => value !== values[0]);
  if (!areTold) return bracketOf(levels, members);
  return values.map((ev) => ({ ev, scale: headerScale }));
}

/** The levels as numbers where all are on one scale. */
export function knownLevels(levels: Levels): { evs: number[]; isPicture: boolean } | undefined {
  const scale = levels[0]?.scale;
  if (scale === undefined || levels.some((level) => level?.scale !== scale)) return undefined;
  return { evs: levels.map((level) => level!.ev), isPicture: scale !== headerScale };
}
