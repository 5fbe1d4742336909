import { EngineError } from "../../../errors/index.ts";
import { medianOf } from "../../../ops/index.ts";
import { alongCurve, checkLook, type Look, type LookPart } from "./look.ts";
import type { PairMeasure } from "./measure-pair.ts";
import { looks } from "./params.ts";

/**
 * The look that pictures have in common, by medians, so that one unusual picture has little effect. Does not depend on
 * their order.
 */
export function learnLook(measures: readonly PairMeasure[]): Look {
  if (measures.length === 0)
    throw new EngineError("input/look", "look: expected at least one finished picture, got none");
  const room = learnPart(measures.filter(({ isRoom }) => isRoom));
  const other = learnPart(measures.filter(({ isRoom }) => !isRoom));
  return checkLook({ format: "lightwell-look", version: 1, ...(room ? { room } : {}), ...(other ? { other } : {}) });
}

function learnPart(measures: readonly PairMeasure[]): LookPart | undefined {
  if (measures.length === 0) return undefined;
  const curve = commonCurve(measures);
  const whites = measures.flatMap(({ white }) => white ?? []);
  const chromas = measures.flatMap(({ chroma }) => chroma ?? []);
  const lifts = measures.flatMap(({ views }) =>
    views ? [liftBetween(alongCurve(curve, views.plain), views.finished)] : [],
  );
  const { white } = looks.learned;
  const held = (value: number, least: number, most: number) => rounded(Math.min(most, Math.max(least, value)));
  return {
    pictures: measures.length,
    curve,
    whiteRed: held(agreed(whites.map(({ red }) => red)), -white, white),
    whiteBlue: held(agreed(whites.map(({ blue }) => blue)), -white, white),
    chroma: held(Math.exp(agreed(chromas.map(Math.log))), ...looks.learned.chroma),
    windowLift: held(Math.exp(agreed(lifts.map(Math.log))), ...looks.learned.windowLift),
  };
}

/**
 * Nodes without data from any picture are interpolated between their neighbours; those beyond the last ones get the
 * same distance from plain.
 */
function commonCurve(measures: readonly PairMeasure[]): number[] {
  const shifts = Array.from({ length: looks.curveSteps + 1 }, (_, i) => {
    const seen = measures.map(({ tones }) => tones[i]).filter(({ share }) => share > looks.minStepShare);
    return seen.length === 0 ? undefined : agreed(seen.map(({ shift }) => shift));
  });
  const known = shifts.flatMap((shift, at) => (shift === undefined ? [] : [{ at, shift }]));
  const shiftAt = (i: number): number => {
    const [before, after] = [known.findLast(({ at }) => at <= i), known.find(({ at }) => at >= i)];
    if (!before || !after) return (before ?? after)?.shift ?? 0;
    const share = after.at === before.at ? 0 : (i - before.at) / (after.at - before.at);
    return before.shift + share * (after.shift - before.shift);
  };
  let highest = 0;
  return shifts.map((_, i) => {
    // Black stays nearly black, because it contains noise.
    const shift = shiftAt(i) * Math.min(1, i / looks.blackSteps);
    highest = rounded(Math.min(1, Math.max(highest, i / looks.curveSteps + shift)));
    return highest;
  });
}

/**
 * The median of distances from plain, shrunk the more the pictures disagree (compare James & Stein): a few pictures by
 * several photographers do not define a look.
 */
function agreed(distances: readonly number[]): number {
  if (distances.length === 0) return 0;
  const median = medianOf(distances);
  const spread = looks.spreadPerMad * medianOf(distances.map((each) => Math.abs(each - median)));
  const noise = (looks.doubt * spread * spread) / distances.length;
  return median === 0 ? 0 : (median * median * median) / (median * median + noise);
}

/** Slope at black of the hyperbola through (0, 0), (from, to) and (1, 1). */
function liftBetween(from: number, to: number): number {
  const [x, y] = [from, to].map((value) => Math.min(0.98, Math.max(0.02, value)));
  return (y * (1 - x)) / (x * (1 - y));
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
