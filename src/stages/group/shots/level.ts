import { headerSteps } from "../params.ts";
import { areFlashOnly, bracketOf } from "./flash.ts";
import type { Shot } from "./shot.ts";

/** The brightness of a shot, from its headers or as its picture shows it among others of its scene. */
export interface Level {
  readonly ev: number;
  /** Levels compare only on one scale: 0 for the headers' exposure, another number for each scene. */
  readonly scale: number;
  /** Taken at the camera's slowest or fastest time, where a bracket's step is cut short. */
  readonly isClamped?: boolean;
  /**
   * The headers are lost, and the picture shows it compared with one that has headers: true to about a third of a stop.
   */
  readonly isSeen?: boolean;
}

/** The levels of shots in capture order; `undefined` if neither headers nor pictures show one. */
export type Levels = readonly (Level | undefined)[];

/** The scale of levels that headers give. */
export const headerScale = 0;

/** The level that the headers give, if they do. */
export function levelOf({ exposureEv, durationS }: Shot): Level | undefined {
  if (exposureEv === undefined) return undefined;
  return {
    ev: exposureEv,
    scale: headerScale,
    isClamped: durationS >= headerSteps.slowestS || durationS <= headerSteps.fastestS,
  };
}

/**
 * The levels by which a set is judged, frames by flash excluded: the bracket's own values if the camera wrote one
 * for each member, since the light may have changed or the time have reached its limit; else those given. Flash frames
 * alone have none.
 */
export function levelsOfBracket(members: readonly Shot[], levels: Levels): Levels {
  if (areFlashOnly(members)) return members.map(() => undefined);
  const values = bracketOf(members, members).map((shot) => shot.photo.series.bracketValueEv);
  const areWritten = values.every((value) => value !== undefined) && values.some((value) => value !== values[0]);
  if (!areWritten) return bracketOf(levels, members);
  return values.map((ev) => ({ ev, scale: headerScale }));
}

/** The levels as numbers where all are on one scale. */
export function knownLevels(levels: Levels): { evs: number[]; isPicture: boolean } | undefined {
  const scale = levels[0]?.scale;
  if (scale === undefined || levels.some((level) => level?.scale !== scale)) return undefined;
  return { evs: levels.map((level) => level!.ev), isPicture: scale !== headerScale };
}
