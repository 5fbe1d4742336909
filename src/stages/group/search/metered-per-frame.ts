import { knownLevels } from "../shots/index.ts";
import type { Segment } from "./cut.ts";
import { bracketLevels } from "./evidence.ts";
import { hasEvenSteps, stepsOf } from "./exposure-pattern.ts";
import type { Round } from "./round.ts";

/** So few of so many brackets have equal steps only where the exposure is not locked. */
const enoughSets = 4;
const mostlyEven = 0.5;

/**
 * Where the exposure is not locked, the camera meters every frame again, and the steps in the headers are those of the
 * bracket and of the light. The pictures show the bracket's alone.
 */
export function isMeteredPerFrame(round: Round): boolean {
  const sets = round.cut.segments.flatMap((segment) => exposuresOf(round, segment) ?? []);
  const even = sets.filter(({ evs }) => hasEvenSteps(stepsOf(evs))).length;
  return sets.length >= enoughSets && even < mostlyEven * sets.length;
}

/** Of a set of three and more whose exposures alone tell the bracket. */
function exposuresOf({ evidence, levels }: Round, segment: Segment) {
  const { shots } = evidence;
  const bracket = bracketLevels(evidence, levels, segment);
  if (bracket.length < 3 || bracket.some((level) => level?.isClamped)) return undefined;
  const series = shots.slice(segment.first, segment.last + 1).map(({ photo }) => photo.series);
  if (series.some(({ shotNumber, bracketValueEv }) => shotNumber !== undefined || bracketValueEv !== undefined))
    return undefined;
  return knownLevels(bracket);
}
