import type { StageContext } from "../context.ts";
import type { FoundSet } from "./report/index.ts";
import { isRawName, nameOf, sizeRelation } from "./shots/index.ts";

/** Warns of sets that nobody looked for, by count or by hand, whose files can hardly be frames of one bracket. */
export function warnOfMixes(sets: readonly FoundSet[], context: StageContext): void {
  const mixed = sets.flatMap(({ shots }) => {
    const differInSize = shots.some((shot) => sizeRelation(shots[0], shot) === "other");
    const kinds = new Set(shots.map(({ name }) => isRawName(name)));
    const what = [...(kinds.size > 1 ? ["RAW and other files"] : []), ...(differInSize ? ["sizes"] : [])];
    return what.length > 0
      ? [`${nameOf(shots[0])} and the ${shots.length - 1} beside it mix ${what.join(" and ")}`]
      : [];
  });
  if (mixed.length === 0) return;
  const message = `${mixed.length} of ${sets.length} sets mix files that are no frames of one bracket; the first: ${mixed[0]}`;
  context.warn("group/mixed", message);
}
